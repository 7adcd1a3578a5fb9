import { Connection, type Transport, type TransportReceiver } from "@idebridge/sdk/core";
import { hostileMessage, type Json } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";

/** JSON-RPC: one answer for each request, with its id, an error for all that is none, and nothing for the rest. */
export const rpc: FuzzTarget = {
  name: "JSON-RPC messages",
  cases: 20_000,
  casesInTests: 2_000,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    const line = new Line(random);
    for (let count = 0; count < cases; count++) {
      const text = random.chance(0.02) ? strange(random) : hostileMessage(random, "/project");
      await attempt(
        fuzzing,
        () => text,
        async () => {
          const answers = await line.say(text);
          const due = answersDue(text);
          if (due !== undefined && JSON.stringify(answers) !== JSON.stringify(due))
            failed(
              `answered ${JSON.stringify(answers)} instead of ${JSON.stringify(due)} to ${text.slice(0, 300)}`,
            );
        },
      );
    }
  },
};

/** A connection whose handler answers, fails, waits, or answers what is no JSON. */
class Line implements Transport {
  readonly bufferedBytes = 0;
  #receiver!: TransportReceiver;
  #sent: string[] = [];

  constructor(random: Random) {
    const connection = new Connection(
      this,
      {
        request() {
          const kind = random.below(6);
          if (kind === 0) throw new Error("failed");
          if (kind === 1) return Promise.reject(new Error("failed later"));
          if (kind === 2) return { itself: 1n };
          return kind === 3 ? Promise.resolve(undefined) : {};
        },
        notification() {
          if (random.chance(0.2)) throw new Error("failed");
        },
        closed() {},
      },
      {},
    );
    connection.start();
  }

  /** The ids that were answered. */
  async say(text: string): Promise<unknown[]> {
    this.#sent = [];
    this.#receiver.message(text);
    await new Promise(setImmediate);
    return this.#sent
      .flatMap((each) => JSON.parse(each) as { id: unknown } | { id: unknown }[])
      .map(({ id }) => id)
      .sort(byText);
  }

  start(receiver: TransportReceiver): void {
    this.#receiver = receiver;
  }

  send(text: string): void {
    this.#sent.push(text);
  }

  close(): void {}
  terminate(): void {}
}

/** Written apart from what is tested; `undefined` for what JSON-RPC leaves open. */
function answersDue(text: string): unknown[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [null];
  }
  const all = Array.isArray(value) ? value : [value];
  if (all.length === 0) return [null];
  const due = all.map(answerDue);
  return due.includes("open")
    ? undefined
    : due.flatMap((each) => (each === "none" ? [] : [(each as Json).id])).sort(byText);
}

function answerDue(value: unknown): { id: unknown } | "none" | "open" {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { id: null };
  const { jsonrpc, id, method } = value as Json;
  const isId = typeof id === "string" || typeof id === "number" || id === null;
  if (jsonrpc !== "2.0" || typeof method !== "string") return "open";
  if (id === undefined) return "none";
  return { id: isId ? id : null };
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

function strange(random: Random): string {
  return random.pick([
    "",
    " ",
    "[]",
    "[[]]",
    "[1,2,3]",
    '"text"',
    "null",
    "\ufeff{}",
    "{",
    `{"jsonrpc":"2.0","id":${"9".repeat(400)},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1e999,"method":"ping"}`,
    `{"jsonrpc":"2.0","id":-0,"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"tools/list"}`,
    `{"jsonrpc":"2.0","id":"${"x".repeat(100_000)}","method":"ping"}`,
    `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
    `{"__proto__":{"jsonrpc":"2.0"},"id":1,"method":"ping"}`,
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `[${'{"jsonrpc":"2.0","id":1,"method":"ping"},'.repeat(500)}1]`,
  ]);
}

import type { Address } from "./answerAsServer.ts";
import { answerCommands } from "./answerCommands.ts";
import { type Load, measureCalls } from "./measureCalls.ts";

/** One connection of one of the clients that are compared. */
export interface EchoClient {
  /** Calls the tool, and `done` with its answer: the text, or a message that has it in it. */
  call(text: string, done: (answer: { toString(): string }) => void): void;
  /** Where that is no part of connecting, as it is with ours. */
  listTools?(): Promise<unknown>;
  close(): void;
}

export interface SizedLoad extends Load {
  /** Characters of the argument. */
  readonly characters: number;
}

/** One of the clients that are compared. */
export function answerAsClient(open: (address: Address) => Promise<EchoClient>): void {
  let address: Address;
  let client: EchoClient;
  const crowd: EchoClient[] = [];
  let waiting: Promise<unknown> = Promise.resolve();

  answerCommands({
    async connect(to: Address) {
      address = to;
      client = await open(to);
      await assertEcho(client);
    },
    measure({ characters, ...load }: SizedLoad) {
      const text = "x".repeat(characters);
      return measureCalls(load, (done) => client.call(text, done));
    },
    /** Connects, lists the tools, calls one, leaves, so many times; the milliseconds of one. */
    async comeAndGo({ times }: { times: number }) {
      const started = performance.now();
      for (let i = 0; i < times; i++) {
        const visitor = await open(address);
        await visitor.listTools?.();
        await new Promise((resolve) => visitor.call("x", resolve));
        visitor.close();
      }
      return (performance.now() - started) / times;
    },
    async join({ clients }: { clients: number }) {
      for (let i = 0; i < clients; i++) crowd.push(await open(address));
      await Promise.all(crowd.map(assertEcho));
    },
    /** So many calls of each, which the server holds back. */
    begin({ calls, characters }: { calls: number; characters: number }) {
      const each = crowd.flatMap((member) =>
        Array.from(
          { length: calls },
          (_, i) => new Promise((resolve) => member.call(String(i % 10).repeat(characters), resolve)),
        ),
      );
      waiting = Promise.all(each);
    },
    async finish() {
      await waiting;
    },
    leave() {
      for (const member of crowd.splice(0)) member.close();
    },
  });
}

async function assertEcho(client: EchoClient): Promise<void> {
  const text = `${Math.random()} é 漢 😀`;
  const answer = await new Promise<{ toString(): string }>((resolve) => client.call(text, resolve));
  if (!answer.toString().includes(text)) throw new Error(`Not the echo: ${answer}`);
}

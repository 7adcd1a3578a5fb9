import { setTimeout as sleep } from "node:timers/promises";
import type { WebSocket } from "ws";
import { atLeast, atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import type { ChildProgram } from "./childProgram.ts";
import { echoText } from "./programs/echoCall.ts";
import { openClient, send } from "./programs/rawClient.ts";
import type { Workshop } from "./workshop.ts";

const MB = 1024 * 1024;
const bufferedBytes = 4 * MB;
/** What the process may hold besides: compiled code, the latest of everything, the healthy client's messages. */
const slack = 3 * MB;

interface Memory {
  readonly heldAtMost: number;
  readonly waitingAtMost: number;
}

/** A client that reads nothing, while many times what may wait for it is pushed; another goes on working. */
export async function stalledClient(workshop: Workshop): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [what, push] of Object.entries(pushes)) figures.push(...(await stall(workshop, what, push)));
  return figures;
}

type Push = (server: ChildProgram, stalled: WebSocket) => Promise<number>;

/** Each pushes some 100 MB and returns how much in MB. */
const pushes: Readonly<Record<string, Push>> = {
  // As long as a selection is shown and at most what the sharing cap lets through.
  async selections(server) {
    await server.ask("push", { kind: "selections", count: 2_000, bytes: 50_000 });
    return 100;
  },
  async "diagnostics of 2,000 files"(server) {
    await server.ask("push", { kind: "diagnostics", count: 2_000, bytes: 50_000 });
    return 100;
  },
  async "tool results"(_server, stalled) {
    for (let id = 0; id < 100; id++) {
      send(stalled, { id, method: "tools/call", params: { name: "big", arguments: { text: "" } } });
      await sleep(5);
    }
    return 100;
  },
};

async function stall(workshop: Workshop, what: string, push: Push): Promise<readonly Figure[]> {
  const control = await run(workshop, push, (client) => client.resume());
  const { memory, pushed, wasDropped, times } = await run(workshop, push, (client) => client.pause());
  return [
    {
      name: `stalled client, ${what}`,
      aim: atMost(bufferedBytes / MB),
      measured: memory.waitingAtMost / MB,
      unit: "MB waiting",
      note: `${pushed} MB pushed; ${wasDropped ? "the client was dropped" : "the client is still there"}`,
    },
    {
      name: "  held by the process",
      aim: atMost((bufferedBytes + slack) / MB),
      measured: Math.max(0, memory.heldAtMost - control.memory.heldAtMost) / MB,
      unit: "MB more",
      note: "than with a client that reads",
    },
    {
      name: "  calls of another client meanwhile",
      aim: atLeast(100),
      measured: times.length,
      unit: "calls",
      note: `${median(times).toFixed(1)} ms each, ${Math.max(...times).toFixed(1)} at worst`,
    },
  ];
}

async function run(workshop: Workshop, push: Push, prepare: (client: WebSocket) => void) {
  const server = await workshop.start("eventServer", ["--expose-gc"]);
  const { port, token } = await server.ask<{ port: number; token: string }>("listen", { bufferedBytes });
  const healthy = new HealthyClient(await openClient(port, token));
  const client = await openClient(port, token);
  client.on("error", () => {});
  prepare(client);

  healthy.start();
  const pushed = await push(server, client);
  const times = await healthy.stop();
  const memory = await server.ask<Memory>("memory");
  const wasDropped = (await server.ask<number>("clients")) === 1;
  client.terminate();
  return { memory, pushed, wasDropped, times };
}

/** Makes one call after the other. */
class HealthyClient {
  readonly #socket: WebSocket;
  #stopping = false;
  #times: Promise<number[]> | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  start(): void {
    this.#times = this.#work();
  }

  stop(): Promise<number[]> {
    this.#stopping = true;
    return this.#times!;
  }

  async #work(): Promise<number[]> {
    const times: number[] = [];
    while (!this.#stopping) {
      const started = performance.now();
      await this.#call(times.length);
      times.push(performance.now() - started);
    }
    return times;
  }

  #call(id: number): Promise<void> {
    return new Promise((resolve) => {
      const listen = (data: unknown) => {
        if (!String(data).startsWith(`{"jsonrpc":"2.0","id":${id},`)) return;
        this.#socket.off("message", listen);
        resolve();
      };
      this.#socket.on("message", listen);
      send(this.#socket, {
        id,
        method: "tools/call",
        params: { name: "echo", arguments: { text: echoText } },
      });
    });
  }
}

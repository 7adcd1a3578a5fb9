import { once } from "node:events";
import { WebSocket } from "ws";
import { answerCommands } from "./answerCommands.ts";
import { echoCall } from "./echoCall.ts";
import { type Load, measureCalls } from "./measureCalls.ts";

let socket: WebSocket;
const waiting: (() => void)[] = [];
let first = 0;

/** The floor: `ws` sending texts of the size of a call, and not looking at what comes back. */
answerCommands({
  async connect({ port }: { port: number }) {
    socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
    await once(socket, "open");
    socket.on("message", () => {
      const done = waiting[first]!;
      if (++first === waiting.length) {
        first = 0;
        waiting.length = 0;
      }
      done();
    });
  },
  measure(load: Load) {
    const message = echoCall(10_000);
    return measureCalls(load, (done) => {
      waiting.push(done);
      socket.send(message);
    });
  },
});

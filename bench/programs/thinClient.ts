import type { WebSocket } from "ws";
import { answerCommands } from "./answerCommands.ts";
import { echoAnswer, echoCall } from "./echoCall.ts";
import { type Load, measureCalls } from "./measureCalls.ts";
import { openClient } from "./rawClient.ts";

let socket: WebSocket;
let id = 0;
const waiting = new Map<number, () => void>();

/** Knows one tool by heart: what our server costs shows against this. */
answerCommands({
  async connect({ port, token }: { port: number; token: string }) {
    socket = await openClient(port, token);
    socket.on("message", (data) => {
      const answered = Number(/"id":(\d+)/.exec(data.toString())?.[1]);
      const done = waiting.get(answered);
      waiting.delete(answered);
      done?.();
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("message", (data) =>
        data.toString() === echoAnswer("0") ? resolve() : reject(new Error(`Not the echo: ${data}`)),
      );
      socket.send(echoCall(id++));
    });
  },
  measure: (load: Load) =>
    measureCalls(load, (done) => {
      waiting.set(id, done);
      socket.send(echoCall(id++));
    }),
});

import type { WebSocket } from "ws";
import { median } from "../../measured/statistics.ts";
import { answerCommands } from "./answerCommands.ts";
import { echoCall } from "./echoCall.ts";
import { openClient } from "./rawClient.ts";

const sockets: WebSocket[] = [];
let heard = 0;

/** Clients of one server that all call at the same time, each one call after the other. */
answerCommands({
  async open({ port, token, count }: { port: number; token: string; count: number }) {
    while (sockets.length < count) {
      const socket = await openClient(port, token);
      socket.on("message", (data) => {
        if (String(data).includes("selection_changed")) heard++;
      });
      sockets.push(socket);
    }
  },
  /** How many selections they were told since this was last asked. */
  heard() {
    const count = heard;
    heard = 0;
    return count;
  },
  async measure({ calls }: { calls: number }) {
    const started = performance.now();
    const times = (await Promise.all(sockets.map((socket) => callAgainAndAgain(socket, calls)))).flat();
    const seconds = (performance.now() - started) / 1_000;
    return { perSecond: times.length / seconds, milliseconds: median(times) };
  },
});

function callAgainAndAgain(socket: WebSocket, calls: number): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let sentAt = 0;
    const call = () => {
      sentAt = performance.now();
      socket.send(echoCall(times.length));
    };
    const answered = (data: unknown) => {
      if (!String(data).includes('"result"')) return;
      times.push(performance.now() - sentAt);
      if (times.length < calls) return call();
      socket.off("message", answered);
      resolve(times);
    };
    socket.on("message", answered);
    call();
  });
}

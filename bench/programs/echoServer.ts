import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { answerCommands } from "./answerCommands.ts";

/** The floor: `ws` sending back what it gets. */
answerCommands({
  listen: () =>
    new Promise((resolve) => {
      const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
      server.on("connection", (socket) => {
        socket.on("message", (data, binary) => socket.send(data, { binary }));
      });
      server.on("listening", () => resolve({ port: (server.address() as AddressInfo).port }));
    }),
});

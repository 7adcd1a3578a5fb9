import { writeSync } from "node:fs";
import { WebSocketServer } from "ws";

/** The floor of memory: a server that does nothing. */
new WebSocketServer({ host: "127.0.0.1", port: 0 }).on("listening", () => writeSync(1, "ready\n"));

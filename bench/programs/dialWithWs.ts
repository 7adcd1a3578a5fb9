import { once } from "node:events";
import { WebSocket } from "ws";
import type { Address } from "./answerAsServer.ts";

/** The same for everyone who has no WebSocket client of their own. */
export async function dialWithWs({ port }: Address): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

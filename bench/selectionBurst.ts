import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure } from "../measured/figure.ts";
import { openClient } from "./programs/rawClient.ts";
import type { Workshop } from "./workshop.ts";

const events = 10_000;
const clients = 4;

/** How many messages a burst of selections costs each client, and that the last one arrives. */
export async function selectionBurst(workshop: Workshop): Promise<readonly Figure[]> {
  const server = await workshop.start("eventServer");
  const { port, token } = await server.ask<{ port: number; token: string }>("listen");
  const sockets = await Promise.all(Array.from({ length: clients }, () => openClient(port, token)));
  const lines: number[][] = sockets.map((socket) => {
    const heard: number[] = [];
    socket.on("message", (data) => {
      const { method, params } = JSON.parse(data.toString());
      if (method === "selection_changed") heard.push(params.selection.start.line);
    });
    return heard;
  });

  await server.ask("select", { count: events });
  const deadline = performance.now() + 5_000;
  while (lines.some((heard) => heard.at(-1) !== events) && performance.now() < deadline) await sleep(10);
  // Anything that is sent too much would still come now.
  await sleep(200);
  for (const socket of sockets) socket.terminate();

  const missing = lines.filter((heard) => heard.at(-1) !== events).length;
  return [
    {
      name: "10,000 selections in a second",
      aim: atMost(25),
      measured: Math.max(...lines.map((heard) => heard.length)),
      unit: "messages",
      note: `the most that one of ${clients} clients got`,
    },
    { name: "  clients that missed the last one", aim: atMost(0), measured: missing, unit: "" },
  ];
}

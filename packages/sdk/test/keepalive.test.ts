import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { acceptUpgrade } from "../src/node/webSocketHandshake.ts";
import { WebSocketTransport } from "../src/node/webSocketTransport.ts";
import { introduced, RawClient } from "./rawClient.ts";

describe("keepalive", () => {
  it("jetbrains asks every 5 s, and hangs up when there is no answer for 3 s", async () => {
    const clock = new ManualClock();
    await using pair = await linkedPair(new FakeEditor(), { dialect: "jetbrains", clock });
    const alive = await introduced(pair);
    const silent = await introduced(pair);
    const pings = () => alive.notifications("ping").length;
    await clock.advance(4_999);
    expect(pings()).toBe(0);
    await clock.advance(1);
    expect(pings()).toBe(1);
    const { id } = alive.notifications("ping")[0]!;
    // That it does not know the method is a sign of life, too.
    alive.send({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
    await clock.advance(2_999);
    expect(pair.server.clients).toHaveLength(3);
    await clock.advance(1);
    expect([(await silent.closed).code, pair.server.clients.length]).toEqual([1006, 2]);
    await clock.advance(5_000);
    expect(pings()).toBe(2);
  });

  it("claude-code sends no JSON-RPC pings", async () => {
    const clock = new ManualClock();
    await using pair = await linkedPair(new FakeEditor(), { clock });
    const client = new RawClient(pair);
    await clock.advance(600_000);
    expect([client.received, pair.server.clients.length]).toEqual([[], 2]);
  });

  it("WebSocket pings end a line that answers none, and leave one alone that does", async () => {
    await using server = await pingingServer(20);
    const [alive, silent] = await Promise.all([server.connect(true), server.connect(false)]);
    await new Promise((resolve) => silent.once("close", resolve));
    expect(alive.readyState).toBe(WebSocket.OPEN);
    alive.terminate();
  });
});

/** A door that looks very often whether those who came in are alive. */
async function pingingServer(pingMilliseconds: number) {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (request, socket, head) => {
    acceptUpgrade(request, socket as Socket, undefined);
    const transport = new WebSocketTransport(socket as Socket, head, {
      side: "server",
      maxPayload: 1024,
      pingMilliseconds,
    });
    transport.start({ message: () => {}, closed: () => {} });
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    connect: (autoPong: boolean) =>
      new Promise<WebSocket>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong });
        socket.on("error", () => {}).once("open", () => resolve(socket));
      }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

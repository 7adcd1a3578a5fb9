import { Connection, Ide, systemClock } from "@idebridge/sdk/core";
import { type LinkedTransport, linkedTransports } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";

describe("a connection of a client", () => {
  it("keeps nothing of a request that cannot be written", async () => {
    const [near] = linkedTransports();
    const timers = new Set<object>();
    const clock = {
      ...systemClock,
      after() {
        const timer = {};
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    };
    const handler = { request() {}, notification() {}, closed() {} };
    const connection = new Connection(near, handler, { clock });
    connection.start();
    await expect(connection.request("a", { big: 1n }, { milliseconds: 1000 })).rejects.toThrow(TypeError);
    expect(timers.size).toBe(0);
  });

  it("that is closed while it comes back does not come back", async () => {
    const lines: ReturnType<typeof linkedTransports>[] = [];
    const dialled: (() => void)[] = [];
    const ide = await openIde(async () => {
      const line = linkedTransports();
      const isFirst = lines.push(line) === 1;
      line[1].start({
        message(text) {
          const { id, method } = JSON.parse(text);
          const answer = () => line[1].send(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
          if (isFirst || method !== "initialize") answer();
          else dialled.shift()?.();
        },
        closed() {
          if (!isFirst) dialled.shift()?.();
        },
      });
      return line[0];
    });
    const introducing = new Promise<void>((resolve) => dialled.push(resolve));
    lines[0]![1].terminate();
    await introducing;
    const hungUp = new Promise<void>((resolve) => dialled.push(resolve));
    ide.close();
    await hungUp;
    expect(lines).toHaveLength(2);
  });

  it("takes a server whose name is no text", async () => {
    await using ide = await openIde(async () => {
      const [near, far] = linkedTransports();
      far.start({
        message(text) {
          const { id } = JSON.parse(text);
          const result = { serverInfo: { name: { toString: 1 }, version: [] } };
          if (id !== undefined) far.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
        },
        closed() {},
      });
      return near;
    });
    expect(ide.serverInfo).toEqual({ name: "unknown", version: "" });
  });
});

function openIde(dial: () => Promise<LinkedTransport>) {
  return Ide.open({
    dial,
    clientInfo: { name: "test", version: "1" },
    pid: 1,
    roots: [],
    reconnect: { milliseconds: [0], attempts: 3 },
    handshakeMilliseconds: 60_000,
    clock: systemClock,
    logger: {},
    platform: "posix",
    folders: [],
    traces: {},
    callMilliseconds: 5_000,
  });
}

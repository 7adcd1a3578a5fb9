import { IdeBridgeError, RpcError } from "@idebridge/sdk";
import { Connection, type ConnectionHandler, type ConnectionOptions } from "@idebridge/sdk/core";
import { linkedTransports, ManualClock, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";

describe("a request of ours", () => {
  it("understands a result beside a null error, and a null result", async () => {
    const { connection, answer } = connect();
    const asked = [connection.request("a", {}), connection.request("b", {})];
    await answer({ jsonrpc: "2.0", id: 0, result: { x: 1 }, error: null });
    await answer({ jsonrpc: "2.0", id: 1, result: null });
    expect(await Promise.all(asked)).toEqual([{ x: 1 }, null]);
  });

  it.each([
    [
      { code: -5, message: "no", data: [1] },
      { code: -5, message: "no", data: [1] },
    ],
    [{}, { code: -32603, message: "Unknown error" }],
    ["broken", { code: -32603, message: "broken" }],
  ])("rejects with the error %j", async (wire, expected) => {
    const { connection, answer } = connect();
    const asked = connection.request("a", {});
    await Promise.all([expect(asked).rejects.toMatchObject(expected), answer({ id: 0, error: wire })]);
    await expect(asked).rejects.toBeInstanceOf(RpcError);
  });

  it("settles everything that waits when the connection ends, and leaves no timer", async () => {
    const clock = new ManualClock();
    const { connection, far } = connect({}, { clock });
    const asked = ["a", "b", "c"].map((method) => connection.request(method, {}, { milliseconds: 1000 }));
    const outcomes = Promise.allSettled(asked);
    far.close(1001, "gone");
    const expected = ["a", "b", "c"].map((method) => ({
      status: "rejected",
      reason: new IdeBridgeError(
        "CONNECTION_CLOSED",
        `The connection closed (code 1001, gone) before ${method} was answered`,
      ),
    }));
    expect(await outcomes).toEqual(expected);
    expect(clock.waiting).toBe(0);
    await expect(connection.request("d", {})).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  });

  it("times out, tells the peer, and ignores the late answer", async () => {
    const clock = new ManualClock();
    const { connection, near, answer } = connect({}, { clock });
    const asked = connection.request("slow", {}, { milliseconds: 1000 });
    const outcome = expect(asked).rejects.toMatchObject({ code: "TIMEOUT" });
    await clock.advance(999);
    expect(near.sent).toHaveLength(1);
    await clock.advance(1);
    await outcome;
    await answer({ jsonrpc: "2.0", id: 0, result: {} });
    expect(near.sent.map((text) => JSON.parse(text))).toEqual([
      { jsonrpc: "2.0", id: 0, method: "slow", params: {} },
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 0, reason: expect.any(String) },
      },
    ]);
  });

  it("can be aborted; an aborted signal sends nothing at all", async () => {
    const { connection, near } = connect();
    const controller = new AbortController();
    const asked = connection.request("a", {}, { signal: controller.signal });
    controller.abort(new Error("changed my mind"));
    await expect(asked).rejects.toMatchObject({ code: "ABORTED", cause: new Error("changed my mind") });
    await expect(connection.request("b", {}, { signal: controller.signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
    expect(near.sent.map((text) => JSON.parse(text).method)).toEqual(["a", "notifications/cancelled"]);
  });

  it("that cannot be written rejects, and leaves nothing behind", async () => {
    const clock = new ManualClock();
    const { connection, near } = connect({}, { clock });
    await expect(connection.request("a", { big: 1n }, { milliseconds: 10 })).rejects.toThrow(TypeError);
    await clock.advance(10);
    expect(near.sent).toEqual([]);
  });
});

describe("what waits for a slow peer", () => {
  it.each([
    ["a", 60],
    ["é", 30],
    ["€", 20],
    ["😀", 15],
  ])("counts the bytes of %s, not its characters", async (char, count) => {
    // {"jsonrpc":"2.0","method":"m","params":{"a":""}} has 48 bytes.
    for (const [extra, isOpen] of [
      [0, true],
      [1, false],
    ] as const) {
      const { connection, far } = connect({}, { bufferedBytes: 48 + 60 });
      connection.notify("m", { a: char.repeat(count) + "x".repeat(extra) });
      await settle();
      expect({ sent: far.peer!.sent.length, isClosed: connection.isClosed }).toEqual(
        isOpen ? { sent: 1, isClosed: false } : { sent: 0, isClosed: true },
      );
    }
  });
});

const error = (id: unknown, code: number) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: expect.any(String) },
});

it("a handler of notifications that throws harms nothing", async () => {
  const { far, near } = connect({
    notification() {
      throw new Error("oops");
    },
    request: () => "fine",
  });
  far.send('{"jsonrpc":"2.0","method":"x"}');
  far.send('{"jsonrpc":"2.0","id":1,"method":"y"}');
  await settle();
  expect(near.sent).toEqual(['{"jsonrpc":"2.0","id":1,"result":"fine"}']);
});

it("a result that cannot be written is an internal error", async () => {
  const { far, near } = connect({ request: () => 1n });
  far.send('{"jsonrpc":"2.0","id":1,"method":"y"}');
  await settle();
  expect(near.sent.map((text) => JSON.parse(text))).toEqual([error(1, -32603)]);
});

function connect(handler: Partial<ConnectionHandler> = {}, options: ConnectionOptions = {}) {
  const [near, far] = linkedTransports();
  const connection = new Connection(
    near,
    { request: () => ({}), notification: () => {}, closed: () => {}, ...handler },
    options,
  );
  connection.start();
  far.start({ message: () => {}, closed: () => {} });
  const answer = (message: object) => {
    far.send(JSON.stringify(message));
    return settle();
  };
  return { connection, near, far, answer };
}

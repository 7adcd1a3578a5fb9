import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { RawClient } from "./rawClient.ts";

const error = (id: unknown, code: number) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: expect.any(String) },
});

describe("what a server answers to one message", () => {
  it.each<[what: string, text: string, answer: object]>([
    ["no JSON", "{", error(null, -32700)],
    ["an empty text", "", error(null, -32700)],
    ["two values", "{}{}", error(null, -32700)],
    ["a number", "1", error(null, -32600)],
    ["a string", '"ping"', error(null, -32600)],
    ["null", "null", error(null, -32600)],
    ["an empty object", "{}", error(null, -32600)],
    ["an empty batch", "[]", error(null, -32600)],
    ["no version", '{"id":1,"method":"ping"}', error(1, -32600)],
    ["another version", '{"jsonrpc":"1.0","id":1,"method":"ping"}', error(1, -32600)],
    ["a method that is a number", '{"jsonrpc":"2.0","id":1,"method":5}', error(1, -32600)],
    ["a null method", '{"jsonrpc":"2.0","id":1,"method":null}', error(1, -32600)],
    ["neither method nor result", '{"jsonrpc":"2.0","id":1}', error(1, -32600)],
    ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', error(null, -32600)],
    ["an array as id", '{"jsonrpc":"2.0","id":[1],"method":"ping"}', error(null, -32600)],
    ["a boolean as id", '{"jsonrpc":"2.0","id":false,"method":"ping"}', error(null, -32600)],
    ["an unknown method", '{"jsonrpc":"2.0","id":1,"method":"nonsense"}', error(1, -32601)],
    ["a method of Object", '{"jsonrpc":"2.0","id":1,"method":"constructor"}', error(1, -32601)],
    ["params that are an array", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', error(1, -32602)],
    ["params that are a string", '{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', error(1, -32602)],
    ["a call without a name", '{"jsonrpc":"2.0","id":1,"method":"tools/call"}', error(1, -32602)],
    [
      "a call of an unknown tool",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}',
      error(1, -32602),
    ],
    [
      "a call without arguments that are required",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"openFile"}}',
      error(1, -32602),
    ],
    [
      "arguments of the wrong type",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"openFile","arguments":{"filePath":5}}}',
      error(1, -32602),
    ],
    [
      "arguments that are a list",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"openFile","arguments":[1]}}',
      error(1, -32602),
    ],
    [
      "a path that is none",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"openFile","arguments":{"filePath":"https://a/b"}}}',
      error(1, -32602),
    ],
    ["null params", '{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', pong(1)],
    ["unknown keys", '{"jsonrpc":"2.0","id":1,"method":"ping","extra":{},"params":{"_meta":{}}}', pong(1)],
  ])("%s", async (_what, text, answer) => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.text(text);
    expect(await client.next()).toEqual(answer);
  });

  it.each([0, 1, -1, 1.5, "", "a", "0", null])("the id %j comes back as it was", async (id) => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.request(id, "ping");
    expect(await client.next()).toEqual(pong(id));
  });

  it("answers an error of the editor with -32603 where the answer is no tool's", async () => {
    const editor = new FakeEditor({ files: {} });
    editor.readText = () => {
      throw new Error("the disk is gone");
    };
    await using pair = await linkedPair(editor, { dialect: "obsidian" });
    const client = new RawClient(pair);
    client.request(1, "files/read", { path: "a.md" });
    expect(await client.next()).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32603, message: "Internal error: the disk is gone" },
    });
  });

  it.each<[what: string, message: object]>([
    ["a notification", { jsonrpc: "2.0", method: "nonsense" }],
    ["a notification with odd params", { jsonrpc: "2.0", method: "ide_connected", params: [1] }],
    ["a result for an unknown id", { jsonrpc: "2.0", id: 99, result: {} }],
    ["an error for an unknown id", { jsonrpc: "2.0", id: 99, error: { code: 1, message: "" } }],
    ["an error for no id", { jsonrpc: "2.0", id: null, error: { code: 1, message: "" } }],
    ["a cancellation of nothing", { jsonrpc: "2.0", method: "notifications/cancelled", params: {} }],
  ])("nothing to %s", async (_what, message) => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.send(message);
    expect(await client.fence()).toEqual([]);
  });
});

describe("batches", () => {
  it("answers the requests of a mixed batch, and the broken parts, in one array", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.send([
      { jsonrpc: "2.0", id: 0, method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      7,
      { jsonrpc: "2.0", id: "b", method: "nonsense" },
      { jsonrpc: "2.0", id: 5, result: {} },
      {
        jsonrpc: "2.0",
        id: "c",
        method: "tools/call",
        params: { name: "executeCode", arguments: { code: "1" } },
      },
    ]);
    const answer = (await client.next()) as unknown as object[];
    expect(answer).toHaveLength(4);
    expect(answer).toEqual(
      expect.arrayContaining([
        pong(0),
        error(null, -32600),
        error("b", -32601),
        { jsonrpc: "2.0", id: "c", result: { content: [{ type: "text", text: "1" }] } },
      ]),
    );
  });

  it("answers nothing to notifications alone", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.send([
      { jsonrpc: "2.0", method: "a" },
      { jsonrpc: "2.0", method: "b" },
    ]);
    expect(await client.fence()).toEqual([]);
  });

  it("leaves a cancelled request out of the answer", async () => {
    const editor = new FakeEditor();
    editor.kernel = (code) => (code === "never" ? new Promise(() => {}) : { outputs: [] });
    await using pair = await linkedPair(editor);
    const client = new RawClient(pair);
    const call = (id: number, code: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "executeCode", arguments: { code } },
    });
    client.send([call(1, "never"), call(2, "once")]);
    client.notify("notifications/cancelled", { requestId: 1 });
    expect(await client.next()).toEqual([{ jsonrpc: "2.0", id: 2, result: { content: [] } }]);
  });

  it("hangs up on a batch whose answer would be many times larger than itself", async () => {
    await using pair = await linkedPair(new FakeEditor(), { limits: { bufferedBytes: 100_000 } });
    const client = new RawClient(pair);
    client.text(`[${"1,".repeat(10_000)}1]`);
    expect((await client.closed).code).toBe(1006);
    expect(client.received).toEqual([]);
  });
});

describe("limits", () => {
  it("refuses a call past the limit, and takes one again after an answer", async () => {
    const editor = new FakeEditor();
    const running: (() => void)[] = [];
    editor.kernel = () => new Promise((resolve) => running.push(() => resolve({ outputs: [] })));
    await using pair = await linkedPair(editor, { limits: { callsInFlight: 2 } });
    const client = new RawClient(pair);
    for (const id of [1, 2, 3]) client.callTool(id, "executeCode", { code: "" });
    expect(await client.next()).toEqual(error(3, -32000));
    running[0]!();
    expect(await client.next()).toMatchObject({ id: 1, result: {} });
    client.callTool(4, "executeCode", { code: "" });
    expect(await client.fence()).toEqual([]);
    expect(running).toHaveLength(3);
  });

  it("refuses calls that would hold more than the limit in memory, alone or in a batch", async () => {
    const editor = new FakeEditor();
    const running: (() => void)[] = [];
    editor.kernel = () => new Promise((resolve) => running.push(() => resolve({ outputs: [] })));
    await using pair = await linkedPair(editor, { limits: { callBytes: 10_000 } });
    const client = new RawClient(pair);
    const call = (id: number, length: number) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "executeCode", arguments: { code: "x".repeat(length) } },
    });
    // The first is taken whatever its size: nothing else waits.
    client.text(JSON.stringify(call(1, 11_000)));
    client.text(JSON.stringify(call(2, 10)));
    expect(await client.next()).toEqual(error(2, -32000));
    running[0]!();
    expect(await client.next()).toMatchObject({ id: 1, result: {} });

    // A batch holds its room until the last of it is answered.
    client.text(JSON.stringify([call(3, 10), call(4, 8_000)]));
    client.text(JSON.stringify(call(5, 8_000)));
    expect(await client.next()).toEqual(error(5, -32000));
    expect(running).toHaveLength(3);
    running[2]!();
    client.text(JSON.stringify(call(6, 8_000)));
    expect(await client.next()).toEqual(error(6, -32000));
    running[1]!();
    expect(await client.next()).toMatchObject([{ id: 4 }, { id: 3 }]);
    client.text(JSON.stringify(call(7, 8_000)));
    expect(await client.fence()).toEqual([]);
    expect(running).toHaveLength(4);
  });

  it("hangs up on a client that lets more than the limit wait, and on no other", async () => {
    await using pair = await linkedPair(new FakeEditor(), { limits: { bufferedBytes: 20_000 } });
    const slow = new RawClient(pair);
    const quick = new RawClient(pair);
    slow.serverSide.bufferedBytes = 19_990;
    slow.request(1, "ping");
    expect((await slow.closed).code).toBe(1006);
    expect(await quick.fence()).toEqual([]);
    expect(slow.received).toEqual([]);
  });
});

function pong(id: unknown) {
  return { jsonrpc: "2.0", id, result: {} };
}

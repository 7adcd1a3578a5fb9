import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Call, type CodeResult, defineTool, type ServeOptions, serve } from "@idebridge/sdk";
import { RpcError } from "@idebridge/sdk/core";
import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { readMessage } from "../src/protocol/jsonRpc.ts";
import { Sharing } from "../src/server/sharing.ts";
import { readSeverity } from "../src/tools/wireDiagnostics.ts";
import { RawClient } from "./rawClient.ts";

/** Each of these once ended a server, kept it busy or made it hold on to things. */

describe("an error from the peer", () => {
  it.each([
    ["nested deeper than the stack", `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
    ["with a false toString inside", '[{"toString":1}]'],
  ])("may be an array %s", (_, error) => {
    expect(readMessage(JSON.parse(`{"id":1,"error":${error}}`))).toMatchObject({
      kind: "error",
      id: 1,
      error: { message: "Unknown error" },
    });
  });
});

describe("a tool of an author", () => {
  const circular: unknown[] = [];
  circular.push(circular);

  it.each([
    [
      "data that is no JSON",
      () => new RpcError(-1, "told", circular),
      { error: { code: -1, message: "told" } },
    ],
    ["something without a text", () => Object.create(null), { result: { isError: true } }],
  ])("may throw %s", async (_, make, expected) => {
    const tool = defineTool({
      name: "faulty",
      description: "Fails later",
      input: v.object({}),
      run: () => Promise.reject(make()),
    });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    const client = new RawClient(pair);
    client.callTool(1, "faulty");
    expect(await client.next()).toMatchObject({ id: 1, ...expected });
  });

  it("may have no answer for those who cannot wait", async () => {
    const clock = new ManualClock();
    const tool = defineTool({
      name: "impatient",
      description: "Never ends",
      input: v.object({}),
      run: () => new Promise(() => {}),
      patience: () => ({
        milliseconds: 10,
        answer() {
          throw new Error("nothing known");
        },
      }),
    });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool], clock });
    const client = new RawClient(pair);
    client.callTool(1, "impatient");
    await clock.advance(10);
    expect(client.received).toMatchObject([
      { id: 1, result: { isError: true, content: [{ text: "nothing known" }] } },
    ]);
  });

  it("opens no review after its client has left", async () => {
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let decision: unknown;
    const tool = defineTool({
      name: "slow",
      description: "Asks late",
      input: v.object({}),
      async run(_args, call) {
        await wait;
        const proposal = { path: "/workspace/a", oldPath: "/workspace/a", contents: "", title: "late" };
        decision = await call.reviews.open(proposal, call.signal);
      },
    });
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor, { tools: [tool] });
    const client = new RawClient(pair);
    client.callTool(1, "slow");
    await turn();
    client.transport.close();
    await client.closed;
    goOn();
    await turn();
    expect({ decision, reviews: editor.reviews }).toEqual({ decision: { outcome: "rejected" }, reviews: [] });
  });
});

describe("a batch", () => {
  it("of requests whose answers exceed what may wait is not answered: the client is dropped", async () => {
    await using pair = await linkedPair(new FakeEditor(), { limits: { bufferedBytes: 100_000 } });
    const client = new RawClient(pair);
    client.text(`[${Array(100_000).fill('{"jsonrpc":"2.0","id":1,"method":"tools/list"}').join()}]`);
    expect([await client.closed, client.received]).toEqual([{ code: 1006, reason: "" }, []]);
    expect(await pair.ide.workspaceFolders()).toEqual(["/workspace"]);
  });

  it("that waits counts for what the next one may hold back", async () => {
    await using pair = await linkedPair(new FakeEditor(), { limits: { bufferedBytes: 100_000 } });
    const client = new RawClient(pair);
    const args = { old_file_path: "/workspace/a", new_file_contents: "" };
    for (let id = 0; id < 30; id++) {
      client.send([
        {
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: { name: "openDiff", arguments: { ...args, tab_name: `${id}` } },
        },
        { jsonrpc: "2.0", id: "list", method: "tools/list" },
      ]);
    }
    expect([await client.closed, client.received]).toEqual([{ code: 1006, reason: "" }, []]);
  });

  it("is answered after its last message, with requests that are answered at once before it", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.text('[{"jsonrpc":"2.0","id":1,"method":"ping"},1,{"jsonrpc":"2.0","id":2,"method":"ping"}]');
    expect(await client.next()).toMatchObject([{ id: 1 }, { id: null }, { id: 2 }]);
  });
});

describe("a client", () => {
  it("that uses one id twice leaves with both calls", async () => {
    const signals: AbortSignal[] = [];
    const editor = new FakeEditor();
    editor.kernel = (_code: string, { signal }: Call) => {
      signals.push(signal);
      return new Promise<CodeResult>(() => {});
    };
    await using pair = await linkedPair(editor);
    const client = new RawClient(pair);
    client.callTool(1, "executeCode", { code: "a" });
    client.callTool(1, "executeCode", { code: "b" });
    await turn();
    client.transport.close();
    await client.closed;
    await turn();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it("whose folders change all the time is asked for them once, and once more", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const client = new RawClient(pair);
    client.request(0, "initialize", { capabilities: { roots: {} } });
    client.notify("notifications/initialized");
    for (let count = 0; count < 1000; count++) client.notify("notifications/roots/list_changed");
    const asked = () => client.received.filter(({ method }) => method === "roots/list");
    await turn();
    expect(asked()).toHaveLength(1);
    client.send({ jsonrpc: "2.0", id: asked()[0]!.id, result: { roots: [] } });
    await turn();
    expect(asked()).toHaveLength(2);
  });

  it("that sends a million wrong items is told of the first", async () => {
    await using pair = await linkedPair(new FakeEditor(), { dialect: "jetbrains" });
    const client = new RawClient(pair);
    client.callTool(1, "open_files", { file_paths: Array(1_000_000).fill(1) });
    const { error } = await client.next();
    expect(error).toEqual({ code: RpcError.invalidParams, message: expect.stringMatching(/^.{1,200}$/) });
  });

  it("that wants thousands of tabs gets none", async () => {
    const editor = new FakeEditor({ files: { "/workspace/a": "" } });
    await using pair = await linkedPair(editor, { dialect: "jetbrains" });
    const client = new RawClient(pair);
    client.callTool(1, "open_files", { file_paths: Array(1_001).fill("/workspace/a") });
    expect((await client.next()).error.code).toBe(RpcError.invalidParams);
    expect(editor.openDocuments()).toEqual([]);
  });

  it("that pings and never reads is dropped when too much waits for it", async () => {
    await using server = await temporaryServer({ limits: { bufferedBytes: 100_000 } });
    const left = new Promise((resolve) => {
      server.subscribe((event) => event.type === "clientDisconnected" && resolve(event.reason.code));
    });
    const socket = connectSocket({ host: "127.0.0.1", port: server.port });
    socket.on("error", () => {});
    socket.write(upgradeRequest(server));
    await once(socket, "data");
    socket.pause();
    const flood = Buffer.concat(
      Array(5_000).fill(Buffer.concat([Buffer.from([0x89, 0xfd]), Buffer.alloc(129)])),
    );
    const closed = new Promise((resolve) => socket.once("close", resolve));
    const send = () => {
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on("drain", send);
    send();
    expect(await left).toBe(1006);
    socket.destroy();
    await closed;
  });
});

describe("an editor", () => {
  it("that names a pane which is no file loses only that", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const told = new Promise((resolve) => {
      pair.ide.subscribe((event) => event.type === "diagnostics" && resolve(event.file.path));
    });
    const files = ["output:1", "/workspace/a.ts"].map((path) => ({ path, diagnostics: [] }));
    editor.emit({ type: "diagnostics", files });
    expect(await told).toBe("/workspace/a.ts");
  });

  it("that tells a selection without a text ends nobody", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const told = new Promise((resolve) => {
      pair.ide.subscribe((event) => event.type === "selection" && resolve(event.selection?.text));
    });
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    editor.emit({ type: "selection", selection: { path: "/workspace/a", range, text: undefined as never } });
    await new Promise((resolve) => setTimeout(resolve, 20));
    editor.emit({ type: "selection", selection: { path: "/workspace/a", range, text: "good" } });
    expect(await told).toBe("good");
  });
});

describe("names that every object has", () => {
  it("are severities that nobody knows", () => {
    expect(["constructor", "toString", "__proto__"].map(readSeverity)).toEqual(Array(3).fill("information"));
  });

  it("are deny patterns like any other", () => {
    const place = { platform: "posix", folders: () => ["/w"], realPath: (path: string) => path } as const;
    const sharing = new Sharing({ deny: ["constructor", "__proto__*"] }, place);
    expect(["/w/constructor", "/w/__proto__1", "/w/a"].map((path) => sharing.isDenied(path))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("and a line break hide no file from a deny pattern", () => {
    const place = { platform: "posix", folders: () => ["/w"], realPath: (path: string) => path } as const;
    expect(new Sharing({}, place).isDenied("/w/x\ny/.ssh/config")).toBe(true);
  });
});

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function temporaryServer(options: ServeOptions) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "idebridge-")));
  const server = await serve(new FakeEditor({ folders: [folder] }), {
    configDir: folder,
    env: {},
    ...options,
  });
  return {
    port: server.port,
    token: server.token,
    subscribe: server.subscribe.bind(server),
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

function upgradeRequest({ port, token }: { port: number; token: string }): string {
  return [
    "GET / HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol: mcp",
    `X-Claude-Code-Ide-Authorization: ${token}`,
    "\r\n",
  ].join("\r\n");
}

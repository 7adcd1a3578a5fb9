import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import {
  connect,
  type DialectName,
  dialects,
  type ServeOptions,
  type ServerEvent,
  serve,
} from "@idebridge/sdk";
import { FakeEditor, settle } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "./temporaryFolder.ts";

const tokenHeader = "x-claude-code-ide-authorization";

async function start(options: ServeOptions = {}) {
  const folder = temporaryFolder();
  const editor = new FakeEditor({ folders: [folder.path] });
  const server = await serve(editor, { configDir: folder.path, env: {}, ...options });
  return {
    server,
    editor,
    folder: folder.path,
    options: { configDir: folder.path, env: {}, cwd: folder.path, reconnect: false } as const,
    async [Symbol.asyncDispose]() {
      await server.close();
      folder[Symbol.dispose]();
    },
  };
}

interface Upgrade {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly socket: Socket;
}

/** Knocks with exactly these headers beside those of every WebSocket handshake. */
function knock(port: number, headers: Record<string, string>, path = "/"): Promise<Upgrade> {
  return new Promise((resolve, reject) => {
    const asking = request({
      host: "127.0.0.1",
      port,
      path,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
        ...headers,
      },
    });
    asking.on("upgrade", ({ statusCode: status = 0, headers }, socket) =>
      resolve({ status, headers, socket: socket as Socket }),
    );
    asking.on("response", (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, socket: response.socket });
    });
    asking.on("error", reject).end();
  });
}

async function statusOf(port: number, headers: Record<string, string>, path?: string): Promise<number> {
  const { status, socket } = await knock(port, headers, path);
  socket.destroy();
  return status;
}

function dial(port: number, headers: Record<string, string>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, ["mcp"], { headers });
    socket.once("open", () => resolve(socket)).on("error", reject);
  });
}

const closeOf = (socket: WebSocket) =>
  new Promise<[number, string]>((resolve) =>
    socket.once("close", (code, reason) => resolve([code, reason.toString()])),
  );

describe("at the door", () => {
  it.each<[what: string, headers: Record<string, string>, path: string, status: number]>([
    ["the token and the subprotocol", { "Sec-WebSocket-Protocol": "mcp" }, "/", 101],
    ["the path of JetBrains", { "Sec-WebSocket-Protocol": "mcp" }, "/mcp", 101],
    ["any other path", {}, "/whatever?x=1", 101],
    ["several subprotocols", { "Sec-WebSocket-Protocol": "x, mcp" }, "/", 101],
    ["another subprotocol", { "Sec-WebSocket-Protocol": "x" }, "/", 400],
    ["an origin", { Origin: "https://example.test" }, "/", 403],
    ["a null origin", { Origin: "null" }, "/", 403],
    ["a local origin", { Origin: "http://localhost:3000" }, "/", 403],
    ["a host name that a page brought along", { Host: "evil.test" }, "/", 403],
    ["a host name that looks local", { Host: "localhost.evil.test:80" }, "/", 403],
    ["a host name that starts local", { Host: "127.0.0.1.evil.test" }, "/", 403],
    ["the host localhost", { Host: "LOCALHOST:1" }, "/", 101],
    ["another loopback address", { Host: "127.1.2.3" }, "/", 101],
    ["the IPv6 loopback", { Host: "[::1]:80" }, "/", 101],
    ["no token", { [tokenHeader]: "" }, "/", 401],
    ["a wrong token", { [tokenHeader]: "wrong" }, "/", 401],
  ])("with %s", async (_what, headers, path, status) => {
    await using test = await start();
    const refusals: ServerEvent[] = [];
    test.server.subscribe((event) => event.type === "refused" && refusals.push(event));
    expect(await statusOf(test.server.port, { [tokenHeader]: test.server.token, ...headers }, path)).toBe(
      status,
    );
    expect(refusals).toHaveLength(status === 101 ? 0 : 1);
  });

  it("a token that is missing altogether is refused", async () => {
    await using test = await start();
    expect(await statusOf(test.server.port, {})).toBe(401);
  });

  it("the subprotocol is echoed when it was asked for, and only then", async () => {
    await using test = await start();
    const token = { [tokenHeader]: test.server.token };
    const asked = await knock(test.server.port, { ...token, "Sec-WebSocket-Protocol": "x,mcp" });
    const unasked = await knock(test.server.port, token);
    for (const { socket } of [asked, unasked]) socket.destroy();
    expect([asked, unasked].map(({ headers }) => headers["sec-websocket-protocol"])).toEqual([
      "mcp",
      undefined,
    ]);
  });

  it("jetbrains demands the subprotocol", async () => {
    await using test = await start({ dialect: dialects.jetbrains });
    expect(await statusOf(test.server.port, { [tokenHeader]: test.server.token })).toBe(400);
  });

  it.each<[DialectName, 401 | 1008]>([
    ["claude-code", 401],
    ["kale", 401],
    ["obsidian", 401],
    ["jetbrains", 1008],
    ["nexus", 1008],
  ])("%s refuses a wrong token with %d, and the client calls both UNAUTHORIZED", async (dialect, refusal) => {
    await using test = await start({ dialect: dialects[dialect] });
    if (refusal === 401) expect(await statusOf(test.server.port, { [tokenHeader]: "x" })).toBe(401);
    else {
      const socket = await dial(test.server.port, { [tokenHeader]: "x" });
      expect(await closeOf(socket)).toEqual([1008, "Invalid or missing authentication token"]);
    }
    await expect(connect({ ...test.options, token: "x" })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(test.server.clients).toEqual([]);
  });

  it("one client too many gets 503, and a place that was given up is free again", async () => {
    await using test = await start({ limits: { connections: 2 } });
    await using _one = await connect(test.options);
    const two = await connect(test.options);
    await expect(connect(test.options)).rejects.toMatchObject({ code: "TOO_MANY_CONNECTIONS" });
    const left = new Promise<void>((resolve) => {
      test.server.subscribe(({ type }) => type === "clientDisconnected" && resolve());
    });
    two.close();
    await left;
    await using three = await connect(test.options);
    expect(three.serverInfo.name).toBe("Fake Editor");
  });

  it.each(["/", "/index.html"])("plain HTTP to %s gets 426", async (path) => {
    await using test = await start();
    const response = await fetch(`http://127.0.0.1:${test.server.port}${path}`);
    await response.text();
    expect([response.status, response.headers.get("upgrade")]).toEqual([426, "websocket"]);
  });

  it("nobody there is UNREACHABLE", async () => {
    const { port, options } = await (async () => {
      await using test = await start();
      return { port: test.server.port, options: test.options };
    })();
    await expect(connect({ ...options, port })).rejects.toMatchObject({ code: "UNREACHABLE" });
  });
});

describe("messages", () => {
  it("one that is too large closes the line of its sender only", async () => {
    await using test = await start({ limits: { messageBytes: 10_000 } });
    await using other = await connect(test.options);
    const token = { [tokenHeader]: test.server.token };
    const socket = await dial(test.server.port, token);
    const closed = closeOf(socket);
    socket.send("x".repeat(10_001));
    expect((await closed)[0]).toBe(1009);
    expect(await other.workspaceFolders()).toEqual([test.folder]);
  });

  it.each<[what: string, send: (socket: Socket) => void]>([
    ["a frame that is not masked", (socket) => socket.write(Buffer.from([0x81, 0x01, 0x41]))],
    ["a reserved opcode", (socket) => socket.write(Buffer.from([0x83, 0x80, 0, 0, 0, 0]))],
    ["text that is not UTF-8", (socket) => socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0xff]))],
    ["a line that just breaks", (socket) => socket.destroy()],
  ])("%s ends that client, and no other", async (_what, send) => {
    await using test = await start();
    await using other = await connect(test.options);
    const left = new Promise<void>((resolve) => {
      test.server.subscribe(({ type }) => type === "clientDisconnected" && resolve());
    });
    const { socket } = await knock(test.server.port, { [tokenHeader]: test.server.token });
    socket.on("error", () => {}).once("data", () => socket.destroy());
    send(socket);
    await left;
    socket.destroy();
    expect([test.server.clients.length, await other.workspaceFolders()]).toEqual([1, [test.folder]]);
  });

  it("a client that is told to go and stays is hung up on, soon", async () => {
    await using test = await start();
    const left = new Promise<void>((resolve) => {
      test.server.subscribe(({ type }) => type === "clientDisconnected" && resolve());
    });
    const { socket } = await knock(test.server.port, { [tokenHeader]: test.server.token });
    // It does not even read: the goodbye of the server never reaches it.
    socket.on("error", () => {}).pause();
    socket.write(Buffer.from([0x83, 0x80, 0, 0, 0, 0]));
    await left;
    socket.destroy();
  });

  it("obsidian sends large ones in frames of at most 1 MB", async () => {
    await using test = await start({ dialect: dialects.obsidian });
    const text = "é".repeat(1_500_000);
    test.editor.files.set(`${test.folder}/large.md`, text);
    const { socket } = await knock(test.server.port, { [tokenHeader]: test.server.token });
    const frames = readFrames(socket);
    socket.write(masked('{"jsonrpc":"2.0","id":1,"method":"files/read","params":{"path":"large.md"}}'));
    const [opcodes, lengths, message] = await frames;
    socket.destroy();
    expect([
      opcodes,
      lengths.every((length) => length <= 1024 * 1024),
      JSON.parse(message).result === text,
    ]).toEqual([[1, 0, 0], true, true]);
  });

  it("and a client reads them as one", async () => {
    await using test = await start({ dialect: dialects.obsidian });
    const path = `${test.folder}/large.md`;
    test.editor.files.set(path, "😀".repeat(600_000));
    await using ide = await connect(test.options);
    expect((await ide.readFile(path)).length).toBe(1_200_000);
  });
});

it("closing a server says goodbye to its clients and frees the port", async () => {
  const test = await start();
  const ide = await connect(test.options);
  const ended = new Promise((resolve) =>
    ide.subscribe((event) => event.type === "closed" && resolve(event.error?.message)),
  );
  await test[Symbol.asyncDispose]();
  expect(await ended).toBe("The IDE closed the connection (code 1001: The IDE has stopped)");
  await settle();
  expect(test.server.clients).toEqual([]);
});

/** A short text in one frame, masked with zeros. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

/** The opcodes and lengths of the frames of the first message, and its text. */
async function readFrames(socket: Socket): Promise<[number[], number[], string]> {
  const opcodes: number[] = [];
  const lengths: number[] = [];
  const payloads: Buffer[] = [];
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      if (bytes.length < 10) break;
      const short = bytes[1]! & 0x7f;
      const [length, header] =
        short === 127
          ? [Number(bytes.readBigUInt64BE(2)), 10]
          : short === 126
            ? [bytes.readUInt16BE(2), 4]
            : [short, 2];
      if (bytes.length < header + length) break;
      opcodes.push(bytes[0]! & 0x0f);
      lengths.push(length);
      payloads.push(bytes.subarray(header, header + length));
      if (bytes[0]! & 0x80) return [opcodes, lengths, Buffer.concat(payloads).toString()];
      bytes = bytes.subarray(header + length);
    }
  }
  throw new Error("The line ended in the middle of a message");
}

import { connect as connectSocket, type Socket } from "node:net";
import { deflateRawSync } from "node:zlib";
import { connectControl } from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frame, opcodes } from "./fuzz/frames.ts";
import { ServedWorkbench } from "./workbench/servedWorkbench.ts";

/** What a socket got: the status of the answer and, after an upgrade, the code of the close frame. */
interface Outcome {
  readonly status: number;
  readonly closeCode?: number;
  readonly isClosed: boolean;
}

const tokenHeader = "X-Claude-Code-Ide-Authorization";

function upgrade(port: number, headers: Readonly<Record<string, string | undefined>>): string {
  const all = {
    Host: `127.0.0.1:${port}`,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `GET / HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

/** Sends this, and waits until the server hangs up, or has answered an upgrade. */
function send(port: number, bytes: string | Buffer, afterUpgrade?: Buffer): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket = connectSocket({ host: "127.0.0.1", port });
    let received = Buffer.alloc(0);
    const outcome = (isClosed: boolean): Outcome => {
      const text = received.toString("latin1");
      const end = text.indexOf("\r\n\r\n");
      const frames = received.subarray(end + 4);
      const isClose = end >= 0 && frames[0] === 0x88;
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        ...(isClose && { closeCode: frames.readUInt16BE(2) }),
        isClosed,
      };
    };
    socket.on("connect", () => socket.write(bytes));
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      const isFirst = received.length === 0;
      received = Buffer.concat([received, chunk]);
      if (outcome(false).status !== 101) return;
      if (isFirst && afterUpgrade) socket.write(afterUpgrade);
      else if (!afterUpgrade) socket.destroy();
    });
    socket.on("close", () => resolve(outcome(true)));
  });
}

interface Door {
  readonly port: number;
  readonly token: string;
}

describe.each(["agents", "front ends"])("the door for %s", (who) => {
  let served: ServedWorkbench;
  let other: ServedWorkbench;
  let door: Door;
  let otherDoor: Door;
  const doorsOf = ({ ide }: ServedWorkbench) => {
    const { server, instance } = ide;
    const [agents, control] = [{ port: server.port, token: server.token }, instance.control];
    return who === "agents" ? [agents, control] : [control, agents];
  };
  beforeAll(async () => {
    [served, other] = await Promise.all([ServedWorkbench.start(), ServedWorkbench.start()]);
    [door, otherDoor] = doorsOf(served) as [Door, Door];
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });

  const knock = (headers: Readonly<Record<string, string | undefined>>) =>
    send(door.port, upgrade(door.port, { [tokenHeader]: door.token, ...headers }));

  test("lets in who has the token: the others differ in one thing each", async () => {
    expect((await knock({})).status).toBe(101);
  });

  test.each([
    "https://evil.example",
    "http://localhost:3000",
    "http://127.0.0.1",
    "null",
    "file://",
    "vscode-webview://x",
    "",
  ])("a web page of %s: refused, though it had the token", async (origin) => {
    expect((await knock({ Origin: origin })).status).toBe(403);
  });

  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "localhost.",
    "0.0.0.0",
    "[::ffff:127.0.0.1]",
    "127.0.0.1@evil.example",
    "",
    undefined,
  ])("a name that was pointed at this machine, %s: refused", async (host) => {
    expect([400, 403]).toContain((await knock({ Host: host })).status);
  });

  test("a program without the token, with another one, or with that of another server", async () => {
    const [same] = doorsOf(other) as [Door];
    const tokens = [
      undefined,
      "",
      "x".repeat(door.token.length),
      `${door.token}x`,
      door.token.slice(0, -1),
      door.token.toUpperCase() === door.token ? door.token.toLowerCase() : door.token.toUpperCase(),
      otherDoor.token,
      same.token,
      `${door.token}, ${door.token}`,
    ];
    const statuses = await Promise.all(
      tokens.map(async (token) => (await knock({ [tokenHeader]: token })).status),
    );
    expect(statuses).toEqual(tokens.map(() => 401));
  });

  test("a huge header, and more headers than anybody has", async () => {
    expect((await knock({ "X-Huge": "x".repeat(20_000) })).status).toBe(431);
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`X-${index}`, "x"]));
    expect((await knock(many)).status).toBe(431);
  });

  test("a slow header, a slow body and silence: hung up on", { timeout: 40_000 }, async () => {
    const whole = upgrade(door.port, { [tokenHeader]: door.token });
    const outcomes = await Promise.all([
      send(door.port, ""),
      send(door.port, whole.slice(0, -2)),
      send(door.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
      send(door.port, "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nhalf"),
      send(door.port, upgrade(door.port, { [tokenHeader]: "wrong" })),
    ]);
    expect(outcomes.map(({ isClosed, status }) => [isClosed, status === 101])).toEqual(
      outcomes.map(() => [true, false]),
    );
  });

  test("a compressed bomb: no compression is spoken, and its frame ends the connection unread", async () => {
    const bomb = deflateRawSync(Buffer.alloc(50 * 1024 * 1024));
    const request = upgrade(door.port, {
      [tokenHeader]: door.token,
      "Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits",
    });
    expect(await send(door.port, request, frame(opcodes.text, bomb, { reserved: 4 }))).toEqual({
      status: 101,
      closeCode: 1002,
      isClosed: true,
    });
  });

  test("a frame that announces more than there can be: refused before it comes", async () => {
    const request = upgrade(door.port, { [tokenHeader]: door.token });
    const announced = frame(opcodes.text, Buffer.from("x"), { length: 2n ** 40n });
    expect(await send(door.port, request, announced)).toMatchObject({ closeCode: 1009, isClosed: true });
  });

  test("so many strangers that there is no room: the user's own programs still get in, at once", async () => {
    const crowd = await Promise.all(
      Array.from(
        { length: 200 },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connectSocket({ host: "127.0.0.1", port: door.port });
            socket.on("error", () => {}).on("connect", () => resolve(socket));
          }),
      ),
    );
    if (who === "agents") {
      const agent = await connect({ cwd: served.folder, env: served.env, reconnect: false });
      expect(await agent.workspaceFolders()).toEqual([served.folder]);
      agent.close();
    } else {
      const control = await connectControl({ cwd: served.folder, env: served.env, name: "terminal" });
      expect(await control.request("status")).toMatchObject({ folders: [served.folder] });
      control.close();
    }
    for (const socket of crowd) socket.destroy();
  });
});

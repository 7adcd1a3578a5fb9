import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import {
  closeFrame,
  controlFrame,
  FrameError,
  FrameReader,
  opcodes,
  type Side,
  textFragments,
  textFrame,
} from "../src/node/webSocketFrames.ts";
import { acceptUpgrade, requestUpgrade } from "../src/node/webSocketHandshake.ts";
import { WebSocketTransport } from "../src/node/webSocketTransport.ts";

const otherSide = { server: "client", client: "server" } as const;

describe("frames", () => {
  it("are read as they were written, however they are cut", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 300 }), { maxLength: 5 });
    const sizes = fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1 });
    fc.assert(
      fc.property(
        texts,
        sizes,
        fc.constantFrom<Side>("server", "client"),
        fc.option(fc.integer({ min: 1, max: 50 })),
        (texts, sizes, side, size) => {
          const frames = texts.flatMap((text) =>
            size === null || text === "" ? [textFrame(text, side)] : [...textFragments(text, size, side)],
          );
          const ping = controlFrame(opcodes.ping, Buffer.from("p"), side);
          // Pings may come between the fragments of a message.
          const bytes = Buffer.concat(frames.flatMap((frame) => [frame, ping]));
          expect(read(otherSide[side], cut(bytes, sizes))).toEqual({
            texts,
            pings: frames.length,
            closes: [],
          });
        },
      ),
    );
  });

  it.each([0, 125, 126, 65_535, 65_536, 200_000])("have a length of %i", (length) => {
    const text = "x".repeat(length);
    expect(read("server", [textFrame(text, "client")]).texts).toEqual([text]);
  });

  it("are masked as the RFC says, wherever they lie in memory", () => {
    for (let length = 1_020; length < 1_035; length++) {
      const text = Array.from({ length }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
      const frame = textFrame(text, "client");
      const [key, payload] = [frame.subarray(4, 8), frame.subarray(8)];
      expect(String.fromCharCode(...payload.map((byte, i) => byte ^ key[i % 4]!))).toBe(text);
      for (let offset = 0; offset < 8; offset++) {
        const moved = Buffer.alloc(frame.length + offset);
        frame.copy(moved, offset);
        expect(read("server", [moved.subarray(offset)], (chunk) => chunk).texts).toEqual([text]);
      }
    }
  });

  it("are read when large ones follow each other, however they are cut", () => {
    const texts = ["é".repeat(40_000), "a".repeat(70_000), "", "b".repeat(1_500)];
    const bytes = Buffer.concat(texts.map((text) => textFrame(text, "client")));
    for (const size of [1, 7, 1_021, 65_536, 100_000, bytes.length - 1])
      expect(read("server", cut(bytes, [size])).texts).toEqual(texts);
  });

  it("cut a close reason between characters", () => {
    const reason = "ü".repeat(100);
    expect(read("server", [closeFrame(4000, reason, "client")]).closes).toEqual([[4000, "ü".repeat(61)]]);
  });

  it("never make the reader fail in another way, whatever they are", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.constantFrom<Side>("server", "client"),
        (bytes, side) => {
          try {
            read(side, [Buffer.from(bytes)]);
          } catch (error) {
            expect(error).toBeInstanceOf(FrameError);
          }
        },
      ),
    );
  });

  const masked = (...bytes: number[]) => [...bytes, 0, 0, 0, 0];
  it.each<[string, number, number[]]>([
    ["reserved bits", 1002, masked(0xc1, 0x80)],
    ["no mask", 1002, [0x81, 0x00]],
    ["an unknown opcode", 1002, masked(0x83, 0x80)],
    ["an unknown control opcode", 1002, masked(0x8b, 0x80)],
    ["a fragmented ping", 1002, masked(0x09, 0x80)],
    ["a long ping", 1002, masked(0x89, 0xfe, 0, 126)],
    ["a continuation of nothing", 1002, masked(0x80, 0x80)],
    ["a new message in a fragmented one", 1002, [...masked(0x01, 0x80), ...masked(0x81, 0x80)]],
    ["a close code of one byte", 1002, [...masked(0x88, 0x81), 3]],
    ["a close code that is not to be sent", 1002, [...masked(0x88, 0x82), 0x03, 0xed]],
    ["a close code of nobody", 1002, [...masked(0x88, 0x82), 0x07, 0xd0]],
    ["invalid UTF-8", 1007, [...masked(0x81, 0x81), 0xff]],
    ["invalid UTF-8 in a close reason", 1007, [...masked(0x88, 0x83), 0x03, 0xe8, 0xff]],
    ["more than is allowed", 1009, masked(0x81, 0xff, 0, 0, 0, 0, 0x7f, 0, 0, 0)],
    ["a length beyond all numbers", 1009, masked(0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)],
  ])("are refused with %s: %i", (_what, code, bytes) => {
    expect(() => read("server", [Buffer.from(bytes)])).toThrow(expect.objectContaining({ code }));
  });

  it("count all fragments of a message", () => {
    const reader = new FrameReader("server", 100, { text() {}, ping() {}, pong() {}, close() {} });
    const fragments = [...textFragments("x".repeat(101), 40, "client")];
    reader.push(fragments[0]!);
    reader.push(fragments[1]!);
    expect(() => reader.push(fragments[2]!)).toThrow(expect.objectContaining({ code: 1009 }));
  });
});

describe("with a peer that is not ours", () => {
  it.each(["hello", "", "ü😀\n", "x".repeat(70_000), "y".repeat(3_000_000)])(
    "our server and client echo",
    async (text) => {
      await using server = await echoServer();
      const theirs = new WebSocket(`ws://127.0.0.1:${server.port}`, { perMessageDeflate: false });
      await once(theirs, "open");
      theirs.send(text);
      expect(String((await once(theirs, "message"))[0])).toBe(text);
      theirs.close(4001, "bye");
      expect(await once(theirs, "close")).toEqual([4001, Buffer.from("")]);

      const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
      sockets.on("connection", (socket) =>
        socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary })),
      );
      await once(sockets, "listening");
      const ours = await dial((sockets.address() as AddressInfo).port);
      ours.transport.send(text);
      expect(await ours.next()).toBe(text);
      ours.transport.close(4002, "bye");
      expect(await ours.closed).toEqual({ code: 4002, reason: "bye" });
      sockets.close();
    },
  );

  it("compression that it offers is not taken", async () => {
    await using server = await echoServer();
    const theirs = new WebSocket(`ws://127.0.0.1:${server.port}`, { perMessageDeflate: true });
    await once(theirs, "open");
    expect(theirs.extensions).toBe("");
    theirs.terminate();
  });

  it("tells what it did wrong, and hangs up", async () => {
    await using server = await echoServer();
    const { socket } = (await requestUpgrade(request(server.port))) as { socket: Socket };
    socket.write(Buffer.from([0x81, 0x00]));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect([answer[0], answer.readUInt16BE(2), answer.toString("utf8", 4)]).toEqual([
      0x88,
      1002,
      "Masked by the wrong side",
    ]);
    await once(socket, "close");
  });

  it("gets what is sent together with the goodbye before it, even if the process ends there", async () => {
    const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    const heard: string[] = [];
    sockets.on("connection", (socket) => {
      socket.on("message", (data) => heard.push(String(data)));
      socket.on("close", (code) => heard.push(`closed ${code}`));
    });
    await once(sockets, "listening");
    const { transport, closed } = await dial((sockets.address() as AddressInfo).port);
    transport.gather();
    transport.send("one");
    transport.send("two");
    const waiting = transport.bufferedBytes;
    transport.close(4003);
    expect([waiting > 0, transport.bufferedBytes]).toEqual([true, 0]);
    await closed;
    expect(heard).toEqual(["one", "two", "closed 4003"]);
    sockets.close();
  });

  it("gets every answer when it asks several things at once, in order", async () => {
    await using server = await echoServer();
    const theirs = await dial(server.port);
    const texts = Array.from({ length: 200 }, (_, i) => `${i}`);
    for (const text of texts) theirs.transport.send(text);
    const answers: (string | undefined)[] = [];
    for (const _ of texts) answers.push(await theirs.next());
    expect(answers).toEqual(texts);
    theirs.transport.terminate();
  });

  it("is hung up on when it does not answer a goodbye", async () => {
    await using server = await echoServer({ goodbye: true });
    const { socket } = (await requestUpgrade(request(server.port))) as { socket: Socket };
    socket.resume();
    await once(socket, "close");
  });
});

function request(port: number) {
  return { port, path: "/", protocol: undefined, headers: {}, milliseconds: 5_000 };
}

async function dial(port: number) {
  const { socket, head } = (await requestUpgrade(request(port))) as { socket: Socket; head: Buffer };
  const transport = new WebSocketTransport(socket, head, { side: "client", maxPayload: 2 ** 26 });
  let resolve: (reason: unknown) => void = () => {};
  const closed = new Promise((done) => (resolve = done));
  const messages: string[] = [];
  let arrived = () => {};
  transport.start({
    message(text) {
      messages.push(text);
      arrived();
    },
    closed: (reason) => resolve(reason),
  });
  const next = async () => {
    if (messages.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
    return messages.shift();
  };
  return { transport, closed, next };
}

async function echoServer({ goodbye = false } = {}) {
  const server = createServer().listen(0, "127.0.0.1");
  server.on("upgrade", (message: IncomingMessage, socket, head) => {
    acceptUpgrade(message, socket as Socket, undefined);
    const transport = new WebSocketTransport(socket as Socket, head, { side: "server", maxPayload: 2 ** 26 });
    transport.start({ message: (text) => transport.send(text), closed: () => {} });
    if (goodbye) transport.close(1001, "bye");
  });
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A copy each: the reader takes the masks off in place. */
function read(side: Side, chunks: readonly Buffer[], copy: (chunk: Buffer) => Buffer = Buffer.from) {
  const seen = { texts: [] as string[], pings: 0, closes: [] as [number, string][] };
  const reader = new FrameReader(side, 2 ** 24, {
    text: (text) => seen.texts.push(text),
    ping: () => seen.pings++,
    pong: () => {},
    close: (code, reason) => seen.closes.push([code, reason]),
  });
  for (const chunk of chunks) reader.push(copy(chunk));
  return seen;
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let start = 0, i = 0; start < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return chunks;
}

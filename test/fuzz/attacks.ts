import { type FrameFaults, frame, opcodes } from "./frames.ts";
import { hostileMessage } from "./hostileMessages.ts";
import type { Random } from "./random.ts";
import { type Address, RawSocket, upgradeRequest } from "./rawSocket.ts";

export interface Target extends Address {
  readonly workspace: string;
}

/** Sends messages until `enough`, as one client after another: the server rightly hangs up on some. */
export async function attackWithMessages(
  target: Target,
  random: Random,
  enough: () => boolean,
): Promise<void> {
  while (!enough()) {
    const socket = await RawSocket.upgraded(target);
    if (socket === undefined) continue;
    if (random.chance(0.7)) await introduce(socket);
    if (random.chance(0.05)) socket.stopReading();
    // Some stay for long, so that what they leave open adds up.
    for (let count = random.pick([20, 200, 2_000]); count > 0 && socket.isOpen && !enough(); count--) {
      await attackOnce(socket, target, random);
    }
    await socket.destroy();
  }
}

async function introduce(socket: RawSocket): Promise<void> {
  const hello = {
    protocolVersion: "2025-11-25",
    capabilities: { roots: {} },
    clientInfo: { name: "hostile", version: "1" },
  };
  for (const message of [
    { jsonrpc: "2.0", id: 0, method: "initialize", params: hello },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ]) {
    await socket.write(frame(opcodes.text, Buffer.from(JSON.stringify(message))));
  }
}

async function attackOnce(socket: RawSocket, { workspace }: Target, random: Random): Promise<void> {
  const text = Buffer.from(hostileMessage(random, workspace));
  const kind = random.below(1000);
  if (kind < 40) return socket.write(frame(opcodes.binary, text));
  if (kind < 80) return socket.write(inFragments(text, random));
  if (kind < 90) return socket.write(pings(random));
  if (kind < 96) return socket.write(frame(opcodes.text, Buffer.concat([text, random.bytes(9)])));
  if (kind < 101)
    return socket.write(frame(random.below(16), random.bytes(random.below(200)), faults(random)));
  if (kind < 103) return socket.write(random.bytes(300));
  if (kind < 104) return socket.write(frame(opcodes.close, random.bytes(random.below(130))));
  if (kind < 106) {
    // Vanishes in the middle of a frame.
    await socket.write(frame(opcodes.text, text).subarray(0, random.below(text.length)));
    return socket.destroy();
  }
  return socket.write(frame(opcodes.text, text));
}

function inFragments(text: Buffer, random: Random): Buffer {
  const count = random.pick([2, 5, 50]);
  const size = Math.ceil(text.length / count);
  const frames = Array.from({ length: count }, (_, index) => {
    const opcode = index === 0 ? opcodes.text : opcodes.continuation;
    const piece = text.subarray(index * size, (index + 1) * size);
    const between = random.chance(0.2) ? frame(opcodes.ping, random.bytes(3)) : Buffer.alloc(0);
    return Buffer.concat([frame(opcode, piece, { final: index === count - 1 }), between]);
  });
  return Buffer.concat(frames);
}

function pings(random: Random): Buffer {
  const ping = frame(opcodes.ping, random.bytes(random.below(126)));
  return Buffer.concat(Array.from({ length: 200 }, () => ping));
}

function faults(random: Random): FrameFaults {
  return random.pick<FrameFaults>([
    { masked: false },
    { reserved: 1 + random.below(7) },
    { final: false },
    { length: 2n ** 63n },
    { length: 2n ** 31n },
    { length: 11n * 2n ** 20n },
    {},
  ]);
}

/** One stranger at the door. */
export async function attackTheDoor(target: Target, random: Random): Promise<void> {
  const socket = await RawSocket.open(target);
  const good = upgradeRequest(target);
  const header = (line: string) => upgradeRequest(target, [line]);
  const without = (name: string) => good.replace(new RegExp(`^${name}.*\r\n`, "m"), "");
  const bytes = random.pick<() => string | Buffer>([
    () => good.slice(0, random.below(good.length)),
    () => random.bytes(500),
    () => header(`X-Long: ${"x".repeat(20_000)}`),
    () => header(`Origin: http://127.0.0.1:${target.port}`),
    () => header("Content-Length: 5\r\nTransfer-Encoding: chunked"),
    () => header(`X-Claude-Code-Ide-Authorization: ${"x".repeat(1_000)}`),
    () => header("Sec-WebSocket-Protocol: mcp, mcp"),
    () => header("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=99"),
    () => good.replace(/Authorization: .*\r\n/, "Authorization: wrong\r\n"),
    () => good.replace("127.0.0.1", "evil.example"),
    () => good.replace("Version: 13", "Version: 99"),
    () => good.replace(/Key: .*\r\n/, "Key: short\r\n"),
    () => good.replace("mcp", "other, , ;"),
    () => good.replace("GET", random.pick(["POST", "CONNECT", "BREW"])),
    () => good.replace("websocket", "h2c"),
    () => without("Host"),
    () => without("Upgrade"),
    () => without("Sec-WebSocket-Key"),
    () => "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\nhalf a body",
    () => "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(50),
    () => Buffer.concat([Buffer.from(good), random.bytes(500)]),
    () => Buffer.concat([Buffer.from(good), frame(opcodes.text, Buffer.from("{"))]),
  ])();
  await socket.write(Buffer.from(bytes));
  if (random.chance(0.7)) await socket.change(random.below(100));
  await socket.destroy();
}

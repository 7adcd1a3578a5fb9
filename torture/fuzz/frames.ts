import { FrameError, FrameReader } from "../../packages/sdk/src/node/webSocketFrames.ts";
import { type FrameFaults, frame, opcodes } from "../../test/fuzz/frames.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";

const largest = 4096;

/** Frames of all kinds, good and bad: read the same however they are cut, and never with any error but our own. */
export const frames: FuzzTarget = {
  name: "WebSocket frames",
  cases: 20_000,
  casesInTests: 1_000,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    for (let count = 0; count < cases; count++) {
      const stream = Buffer.concat(Array.from({ length: 1 + random.below(6) }, () => anyFrame(random)));
      await attempt(
        fuzzing,
        () => stream.toString("hex"),
        () => {
          const whole = read([stream]);
          const byByte = read(Array.from(stream, (_, at) => stream.subarray(at, at + 1)));
          const inPieces = read(cut(stream, random));
          if (whole !== byByte || whole !== inPieces)
            failed(`read as ${whole}, byte by byte as ${byByte}, in pieces as ${inPieces}`);
        },
      );
    }
  },
};

function anyFrame(random: Random): Buffer {
  const opcode = random.chance(0.9) ? random.pick(Object.values(opcodes)) : random.below(16);
  const isControl = opcode >= opcodes.close;
  const length = random.pick([0, 1, 3, 125, isControl ? 2 : 126, isControl ? 5 : 700]);
  const payload = random.chance(0.5) ? random.bytes(length) : Buffer.from("é".repeat(length / 2));
  if (opcode === opcodes.close && payload.length >= 2 && random.chance(0.7))
    payload.writeUInt16BE(random.pick([1000, 1001, 1005, 1011, 3000, 4999, 5000]));
  const bytes = frame(opcode, payload, random.chance(0.85) ? { final: random.chance(0.6) } : faults(random));
  return random.chance(0.03) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

function faults(random: Random): FrameFaults {
  return random.pick<FrameFaults>([
    { masked: false },
    { reserved: 1 + random.below(7) },
    { length: 2n ** 63n },
    { length: 2n ** 64n - 1n },
    { length: BigInt(largest + 1) },
    { length: 126n },
    { length: 65_536n },
    {},
  ]);
}

function cut(stream: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < stream.length; ) {
    const end = at + 1 + random.below(40);
    pieces.push(stream.subarray(at, end));
    at = end;
  }
  return pieces;
}

/** All that was understood, as one text. */
function read(pieces: readonly Buffer[]): string {
  const seen: string[] = [];
  const reader = new FrameReader("server", largest, {
    text: (text) => seen.push(`text ${text}`),
    ping: (payload) => seen.push(`ping ${payload.toString("hex")}`),
    pong: () => seen.push("pong"),
    close(code, reason) {
      seen.push(`close ${code} ${reason}`);
      reader.stop();
    },
  });
  try {
    // The reader takes masks off in place.
    for (const piece of pieces) reader.push(Buffer.from(piece));
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    seen.push(`refused ${error.code}`);
  }
  return seen.join("; ");
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ZmtpDecoder, ZmtpError, type ZmtpMessage } from "../../src/notebooks/zmtp/zmtpDecoder.ts";
import { encodeGreeting, encodeMessage, encodeReady } from "../../src/notebooks/zmtp/zmtpEncoder.ts";

/** What a decoder makes of some bytes, cut into pieces. */
function decode(bytes: Buffer, cuts: readonly number[] = [], messageBytes = 1_000_000) {
  const seen: { greeted?: string; commands: string[]; messages: ZmtpMessage[] } = {
    commands: [],
    messages: [],
  };
  const decoder = new ZmtpDecoder(
    {
      greeted: (mechanism) => void Object.assign(seen, { greeted: mechanism }),
      command: (name, body) => void seen.commands.push(`${name} ${body.toString("latin1")}`),
      message: (message) => void seen.messages.push(message),
    },
    messageBytes,
  );
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    decoder.push(bytes.subarray(start, end));
    start = end;
  }
  return seen;
}

const frame = fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes));
const messages = fc.array(fc.array(frame, { minLength: 1, maxLength: 6 }), { maxLength: 5 });
const cuts = fc.array(fc.nat(5_000), { maxLength: 20 });

describe("ZMTP", () => {
  it("is understood however it is cut", () => {
    fc.assert(
      fc.property(messages, cuts, (sent, where) => {
        const ready = encodeReady({ "Socket-Type": "ROUTER" });
        const bytes = Buffer.concat([encodeGreeting(), ready, ...sent.map((each) => encodeMessage(each))]);
        expect(decode(bytes, where)).toEqual({
          greeted: "NULL",
          commands: ["READY \u000bSocket-Type\0\0\0\u0006ROUTER"],
          messages: sent.map((frames) => ({ frames, leftOut: 0 })),
        });
      }),
    );
  });

  it("leaves out what is too large, whatever comes before and after it", () => {
    fc.assert(
      fc.property(cuts, fc.integer({ min: 101, max: 3_000 }), (where, size) => {
        const small = [Buffer.from("a"), Buffer.from("b")];
        const large = [Buffer.from("head"), Buffer.alloc(size, 7), Buffer.from("tail")];
        const bytes = Buffer.concat([encodeGreeting(), ...[small, large, small].map(encodeMessage)]);
        expect(decode(bytes, where, 100).messages).toEqual([
          { frames: small, leftOut: 0 },
          { frames: [large[0], Buffer.alloc(0), large[2]], leftOut: size },
          { frames: small, leftOut: 0 },
        ]);
      }),
    );
  });

  it("of any bytes is understood or refused, and nothing else happens", () => {
    const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.boolean(), noise, cuts, (isGreeted, bytes, where) => {
        try {
          decode(isGreeted ? Buffer.concat([encodeGreeting(), bytes]) : bytes, where, 1_000);
        } catch (error) {
          expect(error).toBeInstanceOf(ZmtpError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["another protocol", Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n")],
    ["an old version", Buffer.from([255, 0, 0, 0, 0, 0, 0, 0, 1, 127, 1])],
    ["unknown flags", Buffer.concat([encodeGreeting(), Buffer.from([8, 1, 0])])],
    ["a command without a name", Buffer.concat([encodeGreeting(), Buffer.from([4, 0])])],
    ["a command in pieces", Buffer.concat([encodeGreeting(), Buffer.from([5, 1, 65])])],
    ["a command of 1 GB", Buffer.concat([encodeGreeting(), Buffer.from([6, 0, 0, 0, 0, 64, 0, 0, 0])])],
    ["frames without end", Buffer.concat([encodeGreeting(), Buffer.alloc(2 * 1_001, Buffer.from([1, 0]))])],
  ])("refuses %s", (_name, bytes) => {
    expect(() => decode(bytes)).toThrow(ZmtpError);
  });

  it("holds nothing of a frame of 1 TB that it will not keep", () => {
    const head = Buffer.from([2, 0, 0, 1, 0, 0, 0, 0, 0]);
    const seen = decode(Buffer.concat([encodeGreeting(), head, Buffer.alloc(100_000)]), [], 1_000);
    expect(seen.messages).toEqual([]);
  });
});

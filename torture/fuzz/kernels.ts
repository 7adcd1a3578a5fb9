import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeMessage } from "../../packages/headless/src/notebooks/kernels/kernelMessage.ts";
import { OutputCollector } from "../../packages/headless/src/notebooks/outputs/outputCollector.ts";
import { ZmtpDecoder, ZmtpError } from "../../packages/headless/src/notebooks/zmtp/zmtpDecoder.ts";
import { evilValue, spoil } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";
import { hostileOutput } from "./kernelOutputs.ts";
import { Victim } from "./victim.ts";

const largest = 2_000;
const key = "key";

/** The bytes of a kernel: read the same however they are cut, with no error but our own, and shown without any. */
export const kernelBytes: FuzzTarget = {
  name: "kernel messages",
  cases: 1_500,
  casesInTests: 100,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    for (let count = 0; count < cases; count++) {
      const stream = Buffer.concat([
        greeting(random),
        ...Array.from({ length: random.below(5) }, () => anyFrames(random)),
      ]);
      await attempt(
        fuzzing,
        () => stream.toString("hex"),
        () => {
          const whole = read([stream]);
          const inPieces = read(piecesOf(stream));
          if (whole !== inPieces) failed(`read as ${whole}, in pieces as ${inPieces}`);
        },
      );
      // As it comes from the wire.
      const output: ReturnType<typeof hostileOutput> = JSON.parse(JSON.stringify(hostileOutput(random)));
      await attempt(
        fuzzing,
        () => output,
        () => {
          const collector = new OutputCollector(30_000);
          for (const [type, content] of output)
            collector.add({ type, content, parentId: "x", leftOut: random.pick([0, 0, 0, 5]) });
          JSON.stringify(collector.outputs());
        },
      );
    }
  },
};

/** Single bytes, unless that would take all day. */
function piecesOf(stream: Buffer): Buffer[] {
  const size = stream.length < 3_000 ? 1 : 97;
  const count = Math.ceil(stream.length / size);
  return Array.from({ length: count }, (_, index) => stream.subarray(index * size, (index + 1) * size));
}

function greeting(random: Random): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.set([255, 0, 0, 0, 0, 0, 0, 0, 1, 127, 3, 1]);
  bytes.write(random.chance(0.95) ? "NULL" : "CURVE", 12);
  if (random.chance(0.05)) bytes[random.below(64)] = random.below(256);
  return bytes;
}

function anyFrames(random: Random): Buffer {
  if (random.chance(0.2)) return command(random);
  const parts = message(random);
  return Buffer.concat(
    parts.map((body, index) => {
      const flags = random.chance(0.97) ? (index < parts.length - 1 ? 1 : 0) : random.below(256);
      if (body.length < 256 && random.chance(0.8))
        return Buffer.concat([Buffer.from([flags & ~2, body.length]), body]);
      const head = Buffer.alloc(9);
      head[0] = flags | 2;
      const lie = random.chance(0.02)
        ? random.pick([0n, 2n ** 63n, 2n ** 64n - 1n, BigInt(largest + 1)])
        : undefined;
      head.writeBigUInt64BE(lie ?? BigInt(body.length), 1);
      return Buffer.concat([head, body]);
    }),
  );
}

function command(random: Random): Buffer {
  const body = random.pick([
    Buffer.from("\u0005READY"),
    Buffer.from("\u0005ERROR\u0003why"),
    Buffer.from("\u0004PING"),
    Buffer.alloc(0),
    Buffer.from([255]),
    random.bytes(20),
  ]);
  return Buffer.concat([Buffer.from([4, body.length]), body]);
}

function message(random: Random): Buffer[] {
  const part = (value: unknown) =>
    Buffer.from(random.chance(0.03) ? random.bytes(5) : JSON.stringify(value ?? null));
  const header: Record<string, unknown> = { msg_id: "1", msg_type: "stream", session: "s" };
  if (random.chance(0.3)) spoil(header, random);
  const [[, content]] = hostileOutput(random) as [[string, object]];
  const parts = [
    part(header),
    part({ msg_id: "x" }),
    part({}),
    part(random.chance(0.1) ? evilValue(random) : content),
  ];
  const signature = parts.reduce((hmac, each) => hmac.update(each), createHmac("sha256", key)).digest("hex");
  const all = [
    Buffer.from("topic"),
    Buffer.from("<IDS|MSG>"),
    Buffer.from(random.chance(0.9) ? signature : random.pick(["", "x", "é".repeat(40), "0".repeat(64)])),
    ...parts,
  ];
  if (random.chance(0.1)) all.splice(random.below(all.length), 1 + random.below(3));
  return all.length === 0 ? [Buffer.alloc(0)] : all;
}

function read(pieces: readonly Buffer[]): string {
  const seen: string[] = [];
  const decoder = new ZmtpDecoder(
    {
      greeted: (mechanism) => void seen.push(`greeted ${mechanism}`),
      command: (name, body) => void seen.push(`${name} ${body.toString("hex")}`),
      message: (each) =>
        void seen.push(`${each.frames.length} ${each.leftOut} ${JSON.stringify(decodeMessage(each, key))}`),
    },
    largest,
  );
  try {
    for (const piece of pieces) decoder.push(piece);
  } catch (error) {
    if (!(error instanceof ZmtpError)) throw error;
    seen.push(`refused: ${error.message}`);
  }
  return seen.join("; ");
}

/** A kernel that says anything, dies, or says nothing that is ZMTP: every call has an answer, and the next one a kernel. */
export const kernels: FuzzTarget = {
  name: "a hostile kernel behind idebridge",
  cases: 200,
  casesInTests: 20,
  async run(fuzzing) {
    const { random, cases, root, failed } = fuzzing;
    const metadata = { kernelspec: { name: "fake", language: "fake", display_name: "Fake" } };
    const notebook = JSON.stringify({ cells: [], metadata, nbformat: 4, nbformat_minor: 5 });
    await using victim = await Victim.start({ files: { "n.ipynb": notebook } });
    const spec = join(victim.project.env.HOME!, ".local", "share", "jupyter", "kernels", "fake");
    mkdirSync(spec, { recursive: true });
    const program = join(root, "packages", "headless", "test", "notebooks", "fakeKernel.mjs");
    const argv = [process.execPath, program, "{connection_file}"];
    writeFileSync(
      join(spec, "kernel.json"),
      JSON.stringify({ argv, display_name: "Fake", language: "fake", interrupt_mode: "message" }),
    );
    const control = await victim.project.control();
    await control.request("documents/open", { path: victim.project.path("n.ipynb"), line: 0 });
    control.close();
    const agent = await victim.project.agent({ reconnect: false });
    for (let count = 0; count < cases; count++) {
      const code = random.chance(0.95)
        ? `publish ${JSON.stringify(hostileOutput(random))}`
        : random.pick(["garbage", "die last words", "forge", "foreign", "ask", "abort", "no such order"]);
      await attempt(
        fuzzing,
        () => code,
        async () => {
          await agent.executeCode(code, { milliseconds: 30_000 }).catch((error: { code?: string }) => {
            if (error.code !== "TOOL_FAILED") throw error;
          });
        },
      );
    }
    agent.close();
    const complaint = await victim.complaint();
    if (complaint !== undefined) failed(complaint);
  },
};

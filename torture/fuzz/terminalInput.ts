import { InputDecoder } from "../../packages/cli/src/terminal/inputDecoder.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";

/** The bytes of a terminal, its answers and rubbish: understood the same however they are cut. */
export const terminalInput: FuzzTarget = {
  name: "terminal input",
  cases: 10_000,
  casesInTests: 1_000,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    for (let count = 0; count < cases; count++) {
      const bytes = Buffer.concat(Array.from({ length: 1 + random.below(8) }, () => piece(random)));
      await attempt(
        fuzzing,
        () => bytes.toString("hex"),
        () => {
          const whole = decode([bytes]);
          const byByte = decode(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)));
          if (whole !== byByte)
            failed(`${whole} is ${byByte} byte by byte: ${bytes.toString("hex").slice(0, 300)}`);
        },
      );
    }
  },
};

function decode(chunks: readonly Buffer[]): string {
  const decoder = new InputDecoder();
  const inputs = chunks.flatMap((chunk) => [...decoder.push(chunk)]);
  return JSON.stringify([...inputs, ...decoder.flush()]);
}

function piece(random: Random): Buffer {
  const number = () => random.pick([0, 1, 27, 97, 200, 1_114_111, 2 ** 31, 99_999_999_999]);
  const text = random.pick<() => string>([
    () => "\u001b[A",
    () => `\u001b[${number()};${number()}u`,
    () => `\u001b[<${number()};${number()};${number()}${random.pick(["M", "m"])}`,
    () => `\u001b[M${random.bytes(3).toString("latin1")}`,
    () =>
      `\u001b]11;rgb:${random.pick(["ffff/ffff/ffff", "zz", "f/f", ""])}${random.pick(["\u0007", "\u001b\\", ""])}`,
    () => `\u001b]${"x".repeat(random.pick([1, 500, random.chance(0.02) ? 9_000 : 50]))}`,
    () => `\u001b[${";".repeat(random.pick([1, 40, 200]))}m`,
    () => `\u001b[200~${"é\n".repeat(random.below(50))}${random.chance(0.8) ? "\u001b[201~" : ""}`,
    () => `\u001bP${random.below(9)}$r\u001b\\`,
    () => `\u001b[?${number()};${number()}$y`,
    () => "\u001b[I\u001b[O",
    () => "\u001b\u001b\u001b[",
    () => "é漢💥",
    () => "x",
  ])();
  if (random.chance(0.3)) return random.bytes(random.below(12));
  const bytes = Buffer.from(text);
  return random.chance(0.2) ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
}

import { parseSettings } from "../../packages/cli/src/settings/parseSettings.ts";
import { type SettingSchema, settingsSchema } from "../../packages/cli/src/settings/settingsSchema.ts";
import { evilValue, type Json, spoil } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { fromSchema } from "./fromSchema.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";

/** Settings with anything wrong: each problem names a line and a column that are in the file, and nothing is set then. */
export const settingsFiles: FuzzTarget = {
  name: "settings files",
  cases: 5_000,
  casesInTests: 1_000,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    for (let count = 0; count < cases; count++) {
      const text = settingsText(random);
      await attempt(
        fuzzing,
        () => text,
        () => {
          const { settings, problems } = parseSettings(text, random.pick(["user", "project"]));
          const lines = text.split(/\r\n|\r|\n/);
          for (const { line, column, message } of problems) {
            const length = lines[line - 1]?.length ?? -1;
            if (column < 1 || column > length + 1 || message === "")
              failed(`${line}:${column} ${message} is not in ${text.slice(0, 300)}`);
          }
          if (problems.length > 0 && Object.keys(settings).length > 0)
            failed(`what is wrong has set something: ${text.slice(0, 300)}`);
        },
      );
    }
  },
};

function settingsText(random: Random): string {
  if (random.chance(0.002)) return strange(random);
  const settings = fromSchema(
    settingsSchema satisfies SettingSchema as unknown as Json,
    random,
    "/project",
  ) as Json;
  for (let count = random.below(4); count > 0; count--) spoil(settings, random);
  let text = JSON.stringify(random.chance(0.02) ? evilValue(random) : settings, undefined, random.below(3));
  for (let count = random.below(4); count > 0; count--) text = asJsonc(text, random);
  return text;
}

/** As people write it, and as they break it. */
function asJsonc(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const insert = (what: string) => text.slice(0, at) + what + text.slice(at);
  return random.pick<() => string>([
    () => text.replaceAll("\n", "\r\n"),
    () => text.replaceAll("\n", "\r"),
    () => `\ufeff${text}`,
    () => text.replaceAll("}", ",}"),
    () => text.replaceAll("]", ",]"),
    () => insert("/* no end"),
    () => insert("// to the end of the line\n"),
    () => insert("/* a comment */"),
    () => insert(String.fromCharCode(random.below(65_536))),
    () =>
      insert(random.pick(['"', "\\", "\\u12", ",", ",,", ":", "{", "]", "-", "1e", "nul", "'", "\u2028"])),
    () => text.slice(0, at),
    () => text + text,
  ])();
}

function strange(random: Random): string {
  return random.pick([
    "",
    " ",
    "\ufeff",
    "[".repeat(100_000),
    '{"a":'.repeat(100_000),
    `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
    `{"name":"${"x".repeat(2_000_000)}"}`,
    `{"name":"${"\\n".repeat(500_000)}"}`,
    `${" ".repeat(2_000_000)}{}`,
    `${"/**/".repeat(500_000)}{}`,
    `${"// x\n".repeat(300_000)}{}`,
    `/*${"*".repeat(2_000_000)}`,
    `{"sharing":{"deny":[${'"a",'.repeat(200_000)}]}}`,
    `{"port":${"9".repeat(100_000)}}`,
    `{${'"x":1,'.repeat(20_000)}}`,
    "\0",
    "\u{1F4A5}",
  ]);
}

import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import { sees, takesDecisions } from "../idebridge/proposing.ts";
import type { ScreenTerminal } from "../idebridge/screenTerminal.ts";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";

const [newest] = claudeVersions;
const selected = { "selected.txt": "one\ntwo\nthree\n" };

/** Twelve lines, of which some are replaced. */
function lines(changed: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: 12 }, (_, i) => `${changed[i + 1] ?? `const v${i + 1} = ${i + 1};`}\n`).join(
    "",
  );
}

const before = lines();
const proposed = lines({ 1: "const v1 = 100;", 6: "const v6 = 600;", 12: "const v12 = 1200;" });
const modified = "The user modified your proposed changes before accepting them";

describe(`Claude Code ${newest} and the screen`, () => {
  let beside: BesideClaude;
  let screen: ScreenTerminal;
  let claude: ClaudeTerminal;

  beforeAll(async () => {
    await installClaude(newest);
    const names = ["partly", "edited", "escaped"];
    beside = await BesideClaude.create({
      version: newest,
      files: { ...selected, ...Object.fromEntries(names.map((name) => [`${name}.ts`, before])) },
    });
    const editor = `${beside.client.home}/editor.sh`;
    writeFileSync(editor, `sed -i 's/600/666/' "$1"\n`);
    screen = await beside.onScreen({ env: { EDITOR: `sh '${editor}'` } });
    claude = await beside.claude("default");
  });
  afterAll(() => beside?.[Symbol.asyncDispose]());

  /** The client proposes three hunks; returns when they can be decided about. */
  const propose = async (name: string) => {
    const path = beside.client.path(`${name}.ts`);
    beside.client.api.play(...edit(path, before, proposed), [text(`end of ${name}.`)]);
    await claude.submit(`change ${name}`);
    await takesDecisions(screen, `${name}.ts`);
    await sees(screen, /hunk 1\/3$/m);
    return () => readFileSync(path, "utf8");
  };

  const told = async (name: string) => {
    const { toolResults } = await beside.client.api.waitForRequest(({ toolResults: results }) =>
      results.some((result) => result.text.includes(`${name}.ts`) && result.text.includes("updated")),
    );
    await claude.waitForScreen(`end of ${name}.`);
    return toolResults.map((result) => result.text).join("\n");
  };

  test("two hunks of three accepted: exactly those are on disk, and the model is told", async () => {
    const onDisk = await propose("partly");
    screen.press("a", "x", "a");
    await screen.until("A accept 2 of 3 hunks");
    screen.press("A");
    expect(await told("partly")).toContain(modified);
    expect(onDisk()).toBe(lines({ 1: "const v1 = 100;", 12: "const v12 = 1200;" }));
  });

  test("edited in $EDITOR, then accepted", async () => {
    const onDisk = await propose("edited");
    screen.press("e");
    await screen.until("Your text is the result now");
    await takesDecisions(screen, "edited.ts");
    screen.press("A");
    expect(await told("edited")).toContain(modified);
    expect(onDisk()).toBe(proposed.replace("600", "666"));
  });

  test("Esc in Claude: the review closes here, and a key meant for it does nothing", async () => {
    const onDisk = await propose("escaped");
    screen.press("a");
    await screen.until("✓1");
    await claude.answer(/Do you want to .*escaped\.ts\?/, "escape");
    await screen.until("escaped.ts: answered in claude-code");
    screen.press("A", "y");
    await claude.waitForScreen(/User rejected (update|write) to escaped\.ts/);
    expect(onDisk()).toBe(before);
    await screen.until("No change waits for a decision");
  });
});

test(`${newest} writes three files of one turn unasked: one hunk is taken back, exactly that is gone`, async () => {
  const names = ["a.ts", "b.ts", "c.ts"];
  await using beside = await BesideClaude.create({
    version: newest,
    files: { ...selected, ...Object.fromEntries(names.map((name) => [name, before])) },
  });
  const { client } = beside;
  const screen = await beside.onScreen();
  const claude = await beside.claude("acceptEdits");
  screen.press("2");
  const changes = names.flatMap((name) => [
    ...edit(client.path(name), "const v1 = 1;", "const v1 = 100;"),
    [
      toolUse("Edit", {
        file_path: client.path(name),
        old_string: "const v12 = 12;",
        new_string: "const v12 = 1200;",
      }),
    ],
  ]);
  client.api.play(...changes, [text("end of all.")]);
  await claude.submit("change all");
  await claude.waitForScreen("end of all.", 60_000);
  await sees(
    screen,
    /3 files {2}3 to look at\n.*M a\.ts +\+2 +−2.*\n.*M b\.ts +\+2 +−2.*\n.*M c\.ts +\+2 +−2/,
  );
  screen.press("g", "j", "j", "enter");
  await takesDecisions(screen, "b.ts");
  screen.press("n", "x", "a");
  await screen.until("A take back 1 of 2 hunks");
  screen.press("A");
  await screen.until("✓ b.ts: 1 of 2 hunks taken back");
  const both = lines({ 1: "const v1 = 100;", 12: "const v12 = 1200;" });
  expect(names.map((name) => readFileSync(client.path(name), "utf8"))).toEqual([
    both,
    lines({ 1: "const v1 = 100;" }),
    both,
  ]);
});

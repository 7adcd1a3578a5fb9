import { readFileSync } from "node:fs";
import type { Diagnostic, FileDiagnostics } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";
import { type ServedEditor, servedEditor } from "./servedEditor.ts";

const contents = "const a = 1;\nconst b = 2;\n";
const problem = (message: string, line: number, code: number): Diagnostic => ({
  message,
  severity: "error",
  range: { start: { line, character: 6 }, end: { line, character: 7 } },
  source: "checker",
  code,
});
const oldProblem = problem("It was wrong before", 1, 1001);
const newProblem = problem("It is wrong now", 0, 2322);

/** An editor that checks what is on the disk, and remembers what was there when it was asked. */
function checkDisk(served: ServedEditor, file: string) {
  const asked: { path: string | undefined; onDisk: string }[] = [];
  served.check = (path) => {
    const onDisk = readFileSync(file, "utf8");
    asked.push({ path, onDisk });
    return [{ path: file, diagnostics: onDisk === contents ? [oldProblem] : [oldProblem, newProblem] }];
  };
  return asked;
}

let changes = 0;

async function change(served: ServedEditor, claude: ClaudeTerminal, file: string) {
  const end = `end of change ${++changes}.`;
  served.client.api.play(...edit(file, "a = 1", "a = 100"), [text(end)]);
  await claude.submit("change it");
  const request = await served.client.api.waitForRequest(
    ({ newText }) => newText.includes("has been updated") && newText.includes(file),
  );
  // A prompt that is sent before the end is not a new prompt to every version.
  await claude.waitForScreen(end);
  return request.newText;
}

describe.each(claudeVersions)("Claude Code %s accepts edits by itself", (version) => {
  let served: ServedEditor;
  let claude: ClaudeTerminal;
  const names = ["plain.ts", "a folder/ü & 100%#1?.ts", "hanging.ts", "asked.ts"];

  beforeAll(async () => {
    await installClaude(version);
    served = await servedEditor({
      version,
      files: Object.fromEntries(names.map((name) => [name, contents])),
    });
    claude = await served.start({
      args: ["--permission-mode", "acceptEdits", "--allowed-tools", "mcp__ide__getDiagnostics"],
    });
  });
  afterAll(() => served?.[Symbol.asyncDispose]());

  test.each(names.slice(0, 2))("and tells the model what is new, not what was there: %s", async (name) => {
    const file = served.client.path(name);
    const asked = checkDisk(served, file);
    const told = await change(served, claude, file);
    expect(told).toContain("✘ [Line 1:7] It is wrong now [2322] (checker)");
    expect(told).not.toContain("It was wrong before");
    // Asked for the one file, the editor still has the old contents: the moment to remember them.
    expect(asked.filter(({ path }) => path !== undefined)).toEqual([{ path: file, onDisk: contents }]);
    expect(asked.at(-1)).toEqual({ path: undefined, onDisk: contents.replace("a = 1", "a = 100") });
    expect(served.editor.reviews).toEqual([]);
  });

  test("and is not held up by an editor that never answers", async () => {
    const file = served.client.path("hanging.ts");
    let asked = 0;
    served.check = () => {
      asked++;
      return new Promise(() => {});
    };
    await change(served, claude, file);
    expect(readFileSync(file, "utf8")).toBe(contents.replace("a = 1", "a = 100"));
    expect(asked).toBeGreaterThan(0);
    served.client.api.play([text("end of the next.")]);
    await claude.submit("and next");
    await claude.waitForScreen("end of the next.");
  });

  test("and waits for the editor when its model asks", async () => {
    const file = served.client.path("asked.ts");
    let answer: (files: readonly FileDiagnostics[]) => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      served.check = (path) =>
        path !== file
          ? []
          : new Promise((answered) => {
              answer = answered;
              resolve();
            });
    });
    served.client.api.play(
      [toolUse("ToolSearch", { query: "select:mcp__ide__getDiagnostics" })],
      [toolUse("mcp__ide__getDiagnostics", { uri: `file://${file}` })],
      [text("end of the question.")],
    );
    await claude.submit("what is wrong");
    await isAsked;
    // Longer than a question of the client itself would wait.
    setTimeout(() => answer([{ path: file, diagnostics: [newProblem] }]), 700);
    await served.client.api.waitForRequest(({ newText }) => newText.includes("It is wrong now"));
    await claude.waitForScreen("end of the question.");
  });
});

test("2.1.325 asks in its mode auto as well, before it writes", async () => {
  await using served = await servedEditor({ version: "2.1.325", files: { "a.ts": contents } });
  const claude = await served.start({ args: [] });
  const file = served.client.path("a.ts");
  const asked = checkDisk(served, file);
  const told = await change(served, claude, file);
  expect(told).toContain("It is wrong now");
  expect(told).not.toContain("It was wrong before");
  expect(asked[0]).toEqual({ path: file, onDisk: contents });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { denyPatterns } from "../editors/vscode/src/denyPatterns.ts";
import { isForClaude } from "../editors/vscode/src/isForClaude.ts";
import { plainText } from "../editors/vscode/src/plainText.ts";
import { reviewTitle } from "../editors/vscode/src/reviews/reviewTitle.ts";

test.each([
  [
    "a link that runs a command",
    "[ok](command:workbench.action.quit)",
    "[ok] (command:workbench.action.quit)",
  ],
  ["a picture in the status bar", "$(check) done", "$ (check) done"],
  ["marks that turn text", "a\u202egpj.exe\n", "a\\u{202e}gpj.exe\\u{a}"],
  ["HTML, which nothing there draws", "<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
])("names in the messages and views of VS Code: %s", (_, name, shown) => {
  expect(plainText(name)).toBe(shown);
});

test("the settings of a project keep back more, and never less", () => {
  expect(
    denyPatterns({
      globalValue: ["secret/**", "!.env.local"],
      workspaceValue: ["*.csv", "!.env", 7],
      workspaceFolderValue: ["!secret/**", "*.db"],
    }),
  ).toEqual(["secret/**", "!.env.local", "*.csv", "*.db"]);
  expect([denyPatterns(), denyPatterns({ workspaceValue: "no list" })]).toEqual([[], []]);
});

test("the tab of a review tells which file outside of the workspace would be written", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-titles-")));
  try {
    const project = join(root, "project");
    mkdirSync(project);
    writeFileSync(join(root, "profile"), "");
    symlinkSync(join(root, "profile"), join(project, "a.ts"));
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(project, "linked"));
    const title = (called: string, path: string) => reviewTitle(called, path, [project]).replaceAll(root, "");
    expect([
      title("✻ [Claude Code] b.ts (41d76d) ⧉", join(project, "b.ts")),
      title("README.md", join(root, "profile")),
      title("a.ts", join(project, "a.ts")),
      title("a.ts", join(root, "none")),
      title("new.ts", join(project, "linked", "new.ts")),
    ]).toEqual([
      "✻ [Claude Code] b.ts (41d76d) ⧉",
      "/profile: README.md",
      "/profile: a.ts",
      "/none: a.ts",
      "/elsewhere/new.ts: new.ts",
    ]);
  } finally {
    rmSync(root, { recursive: true });
  }
});

test("a lock file that came with a project, or is another user's, keeps no window from being served", () => {
  const ide = (lockFile: string, isForeign = false, isAlive = true) => ({ lockFile, isForeign, isAlive });
  const is = (each: ReturnType<typeof ide>) => isForClaude(each, "/home/u/.claude/ide");
  expect([
    is(ide("/home/u/.claude/ide/1.lock")),
    is(ide("/home/u/.claude/ide/1.lock", true)),
    is(ide("/home/u/.claude/ide/1.lock", false, false)),
    is(ide("/home/u/project/.claude-code/1.json")),
    is(ide("/home/u/.claude-code/1.json")),
  ]).toEqual([true, false, false, false, false]);
});

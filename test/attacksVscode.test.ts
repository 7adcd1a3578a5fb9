import { expect, test } from "vitest";
import { denyPatterns } from "../editors/vscode/src/denyPatterns.ts";
import { plainText } from "../editors/vscode/src/plainText.ts";

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

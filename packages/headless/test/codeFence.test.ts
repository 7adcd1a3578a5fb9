import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CodeWorkspace } from "../src/code/codeWorkspace.ts";
import { DocumentStore } from "../src/documents/documentStore.ts";
import { sharingRules } from "../src/sharingRules.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-fence-")));
  mkdirSync(join(root, "project/sub"), { recursive: true });
  mkdirSync(join(root, "elsewhere"));
  writeFileSync(join(root, "elsewhere/secret.ts"), "secret");
  writeFileSync(join(root, "project/.env"), "KEY=1");
  symlinkSync(join(root, "elsewhere"), join(root, "project/linked"));
  symlinkSync(join(root, "elsewhere/secret.ts"), join(root, "project/link.ts"));
  symlinkSync(".env", join(root, "project/plain.ts"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  ["a.ts", "fine"],
  ["sub/../a.ts", "fine"],
  ["../elsewhere/secret.ts", "is not in the workspace"],
  ["link.ts", "is not in the workspace"],
  ["linked/secret.ts", "is not in the workspace"],
  ["linked/new.ts", "is not in the workspace"],
  ["linked/new/deeper.ts", "is not in the workspace"],
  [".env", "is not shared with agents"],
  ["plain.ts", "is not shared with agents"],
])("a model that asks idebridge mcp about %s: %s", (name, expected) => {
  using documents = new DocumentStore();
  const folders = [join(root, "project")];
  const rules = sharingRules(folders);
  const workspace = new CodeWorkspace({
    languages: () => Promise.reject(new Error("none")),
    documents,
    folders: () => folders,
    isDenied: (path) => rules.isDenied(path),
    isPaused: () => false,
  });
  const ask = () => {
    workspace.assertShared({ agent: { name: "model", version: "1" } }, `${folders[0]}/${name}`);
    return "fine";
  };
  if (expected === "fine") expect(ask()).toBe("fine");
  else expect(ask).toThrow(expected);
});

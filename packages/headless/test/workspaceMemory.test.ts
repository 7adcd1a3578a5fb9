import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { WorkspaceMemory } from "../src/changes/workspaceMemory.ts";
import { temporaryFolder } from "./documentsFolder.ts";

it("has room for the user's files, not for those of another version control", async () => {
  using folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const name of ["src/a.txt", ".hg/store/data", ".svn/pristine/data", "node_modules/b/b.txt"]) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), "text\n");
  }
  const memory = await WorkspaceMemory.take(
    {
      folders: [folder.path],
      env: { PATH: process.env.PATH },
      memoryBytes: 1_000,
      memoryFiles: 10,
      fileBytes: 1_000,
      isDenied: () => false,
    },
    new AbortController().signal,
  );
  expect([memory.knows(at("src/a.txt")), memory.bytes]).toEqual([true, 5]);
});

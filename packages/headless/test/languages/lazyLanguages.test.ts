import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Call } from "@idebridge/sdk";
import { expect, test } from "vitest";
import type { LanguageEvent } from "../../src/languages/languageService.ts";
import { LazyLanguages } from "../../src/languages/lazyLanguages.ts";
import { isRunning } from "./scriptedServers.ts";

test("servers are there when they are needed, and gone while they are not", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-lazy-")));
  const path = join(folder, "a.txt");
  writeFileSync(path, "bad1");
  const program = fileURLToPath(new URL("scriptedServer.mjs", import.meta.url));
  const languages = new LazyLanguages({
    folders: [folder],
    env: { PATH: process.env.PATH, HOME: folder },
    version: "1",
    settings: { servers: { scripted: { command: [process.execPath, program], files: ["*.txt"] } } },
  });
  const events: LanguageEvent[] = [];
  languages.watch((event) => events.push(event));
  const client = { id: 1, name: "agent", version: "1", pid: undefined, folders: [], connectedAt: new Date() };
  const call: Call = { client, signal: new AbortController().signal };
  const message = async () => (await languages.forFile(path, call)).map((each) => each.message);
  try {
    expect([languages.infos(), languages.problems()]).toEqual([[], { errors: 0, warnings: 0 }]);
    expect(await message()).toEqual(["bad1"]);
    expect(languages.problems()).toEqual({ errors: 1, warnings: 0 });
    const first = languages.infos()[0]!.pid!;
    await languages.rest();
    const resting = { name: "scripted", state: "idle", languages: ["*.txt"], files: 1, root: folder };
    expect([isRunning(first), languages.infos(), languages.diagnostics()]).toEqual([false, [resting], []]);
    expect(events.filter(({ type }) => type === "diagnostics").at(-1)).toEqual({
      type: "diagnostics",
      files: [{ path, diagnostics: [] }],
    });

    writeFileSync(path, "bad2");
    expect(await message()).toEqual(["bad2"]);
    const second = languages.infos()[0]!.pid!;
    await languages.close();
    expect(isRunning(second)).toBe(false);
    await expect(languages.servers()).rejects.toThrow("closing down");
  } finally {
    await languages.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("before any is needed, those that would be of use are listed, with how to get the missing ones", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-lazy-")));
  for (const name of ["a.txt", "b.txt", "main.rs"]) writeFileSync(join(folder, name), "");
  const languages = new LazyLanguages({
    folders: [folder],
    env: { PATH: folder, HOME: folder },
    version: "1",
    settings: { servers: { scripted: { command: [process.execPath], files: ["*.txt"] } } },
  });
  try {
    expect(await languages.list()).toEqual([
      { name: "scripted", state: "idle", languages: ["plaintext"], files: 2 },
      {
        name: "rust-analyzer",
        state: "missing",
        languages: ["rust"],
        files: 1,
        message: "not installed: rustup component add rust-analyzer",
      },
    ]);
    expect([languages.ifLoaded, languages.infos().length]).toEqual([undefined, 2]);
  } finally {
    await languages.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

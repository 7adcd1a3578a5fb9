import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Call, Logger } from "@idebridge/sdk";
import { expect, test, vi } from "vitest";
import { LanguageDiagnostics } from "../../src/languages/languageDiagnostics.ts";

vi.setConfig({ testTimeout: 30_000 });

const program = fileURLToPath(new URL("scriptedServer.mjs", import.meta.url));
const client = { id: 1, version: "1", pid: undefined, folders: [], connectedAt: new Date() };
const callOf = (name: string, byModel = false): Call => ({
  client: { ...client, name },
  signal: new AbortController().signal,
  byModel,
});
const claude = callOf("claude-code");

/** A file that is open in the editor with some text, and a server that takes its time with it. */
async function slowly(
  script: object,
  run: (diagnostics: LanguageDiagnostics, path: string, write: (text: string) => void) => unknown,
  logger: Logger = {},
) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-slow-")));
  let text = "good";
  const command = [process.execPath, program, JSON.stringify(script)];
  await using diagnostics = Object.assign(
    new LanguageDiagnostics({
      folders: [folder],
      env: { PATH: process.env.PATH, HOME: folder },
      version: "1",
      openText: async () => text,
      logger,
      settings: { servers: { slow: { command, files: ["*.txt"] } } },
    }),
    {
      async [Symbol.asyncDispose]() {
        await diagnostics.close();
        rmSync(folder, { recursive: true, force: true });
      },
    },
  );
  const path = join(folder, "a.txt");
  // From now on it counts as one that can answer.
  await diagnostics.forFile(path, callOf("agent"));
  await run(diagnostics, path, (next) => {
    text = next;
  });
}

test("what is new is told, also when the old text could not be looked at in time", async () => {
  await slowly({ push: "versioned", delay: 800 }, async (diagnostics, path, write) => {
    write("bad1");
    void diagnostics.forFile(path, claude);
    // The agent has its answer by now, and changes the file.
    await new Promise((resolve) => setTimeout(resolve, 400));
    write("bad1 bad2");
    await diagnostics.servers.track(path);
    const messages = (await diagnostics.all(claude)).flatMap((file) =>
      file.diagnostics.map((each) => each.message),
    );
    expect(messages).toEqual(["bad1", "bad2"]);
  });
});

test("the model is told all, its program only what is new", async () => {
  await slowly({ delay: 1_200 }, async (diagnostics, path, write) => {
    write("bad1");
    const before = diagnostics.forFile(path, claude);
    await before;
    write("bad1 bad2");
    const told = async (call: Call) =>
      (await diagnostics.all(call)).flatMap((file) => file.diagnostics.map((each) => each.message));
    // It was found after 1.2 s: too late for the program.
    expect(await told(claude)).toEqual(["bad2"]);
    expect(await told(callOf("claude-code", true))).toEqual(["bad1", "bad2"]);
    expect(await told(callOf("agent"))).toEqual(["bad1", "bad2"]);
  });
});

test("what is not known in time is marked in the log, with who is slow", async () => {
  const told: unknown[] = [];
  const logger: Logger = { warn: (message, details) => told.push([message, details]) };
  const ask = async (diagnostics: LanguageDiagnostics, path: string, write: (text: string) => void) => {
    await diagnostics.all(claude);
    const inTime = [...told];
    write("bad1");
    await diagnostics.servers.track(path);
    await diagnostics.all(claude);
    expect([inTime, told]).toEqual([
      [],
      [
        [
          "an agent was told the last known problems: not all servers answered in time",
          { servers: ["slow: ready"] },
        ],
      ],
    ]);
  };
  await slowly({ delay: 2_000 }, ask, logger);
});

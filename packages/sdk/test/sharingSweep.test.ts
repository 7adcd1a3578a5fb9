import type { DialectName } from "@idebridge/sdk";
import { dialects } from "@idebridge/sdk/core";
import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { introduced, type Wire } from "./rawClient.ts";

const secret = "hunter2";
const shared = "/workspace/shared.ts";
const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 7 } };
const problem = { severity: "error", range, message: `${secret} in a problem` } as const;

/** Every combination of arguments worth trying on a file, by the tool's own schema. */
function argumentsFor(inputSchema: Wire, path: string): Record<string, unknown>[] {
  const choices: Record<string, unknown[]> = {
    filePath: [path],
    file_path: [path, undefined],
    path: [path],
    old_file_path: [path, shared],
    new_file_path: [path, shared, undefined],
    new_file_contents: ["x"],
    file_paths: [[path, shared]],
    uri: [`file://${path}`, undefined],
    tab_name: [path, path.split("/").at(-1)],
    startText: ["hun", undefined],
    endText: ["2", undefined],
    code: ["1"],
    range: [range],
    line: [0],
    character: [0],
  };
  let calls: Record<string, unknown>[] = [{}];
  for (const [key, { type }] of Object.entries<{ type?: string }>(inputSchema.properties ?? {})) {
    const values = choices[key] ?? (type === "boolean" ? [true, false] : undefined);
    // A tool with a new argument must be thought about here.
    if (values === undefined) throw new Error(`Tell the sweep what to try for ${key}`);
    calls = calls.flatMap((call) => values.map((value) => ({ ...call, [key]: value })));
  }
  return calls;
}

interface SweepOptions {
  readonly paused?: boolean;
  /** False: only calls that do not name the file; then its name must not come out either. */
  readonly named?: boolean;
}

/** Does all that a client of a dialect can do while a secret is in a file; returns the ways by which it came out. */
async function sweep(
  dialect: DialectName,
  path: string,
  { paused = false, named = true }: SweepOptions = {},
) {
  const editor = new FakeEditor({ files: { [path]: secret, [shared]: "shared" } });
  editor.review = async (proposal) => ({
    outcome: "accepted",
    contents: [proposal.path, proposal.oldPath].includes(path) ? secret : "x",
  });
  const clock = new ManualClock();
  const host = { realPath: (each: string) => (each.endsWith("link.txt") ? "/workspace/.env" : each) };
  await using pair = await linkedPair(editor, { dialect, clock, host });
  pair.server.paused = paused;
  const client = await introduced(pair);

  const stir = async () => {
    editor.select(shared);
    await clock.advance(50);
    editor.select(path, range, secret);
    editor.setDiagnostics(path, [problem]);
    const related = [{ path, range, message: secret }];
    editor.setDiagnostics(shared, [{ severity: "error", range, message: "fine", related }]);
    await clock.advance(50);
  };
  const { tools } = (await client.answerTo("tools/list")).result;
  for (const { name, inputSchema } of tools) {
    const isFree = (inputSchema.required ?? []).length === 0;
    for (const args of named ? argumentsFor(inputSchema, path) : isFree ? [{}] : []) {
      await stir();
      client.request(`answer of ${name}`, "tools/call", { name, arguments: args });
      await clock.advance(50);
    }
  }
  for (const { name } of dialects[dialect].requests) {
    if (!named && name === "files/read") continue;
    await stir();
    client.request(`answer of ${name}`, name, { path });
    await clock.advance(50);
  }
  const late = await introduced(pair);
  await clock.advance(50);

  const name = path.split("/").at(-1)!;
  const leaks = [...client.received, ...late.received]
    .filter((message) => {
      const text = JSON.stringify(message);
      return text.includes(secret) || (!named && text.includes(name));
    })
    .map(({ id, method }) => String(method ?? id));
  return [...new Set(leaks)].sort();
}

const answers = (...tools: string[]) => tools.map((tool) => `answer of ${tool}`);
const claudeCode = [
  ...answers("getCurrentSelection", "getDiagnostics", "getLatestSelection", "openDiff"),
  "diagnostics_changed",
  "selection_changed",
];

describe("what is denied leaves by no tool and by no notification", () => {
  // The ways by which the same secret leaves from a file that is shared: proof that the sweep finds leaks.
  it.each<[DialectName, string[]]>([
    ["claude-code", claudeCode],
    ["kale", [...claudeCode, "workspace/didChangeActiveEditor"]],
    ["jetbrains", [...answers("getDiagnostics", "openDiff"), "diagnostics_changed", "selection_changed"]],
    ["nexus", answers("get_diagnostics", "get_selection", "openDiff")],
    ["obsidian", [...answers("files/read", "workspace/selection"), "selection_changed"]],
  ])("in %s", async (dialect, ways) => {
    expect({
      shared: await sweep(dialect, "/workspace/a.txt"),
      denied: await sweep(dialect, "/workspace/.env"),
      linked: await sweep(dialect, "/workspace/link.txt"),
      unnamed: await sweep(dialect, "/workspace/.env", { named: false }),
    }).toEqual({ shared: ways.sort(), denied: [], linked: [], unnamed: [] });
  });

  it.each<DialectName>(["claude-code", "kale", "jetbrains", "nexus", "obsidian"])(
    "nor does anything but a decision while sharing is paused, in %s",
    async (dialect) => {
      const expected = dialect === "obsidian" ? [] : answers("openDiff");
      expect(await sweep(dialect, "/workspace/a.txt", { paused: true })).toEqual(expected);
    },
  );

  it("nor by code that is run: it does not run while sharing is paused", async () => {
    const run: string[] = [];
    const editor = new FakeEditor();
    editor.kernel = (code) => {
      run.push(code);
      return { outputs: [] };
    };
    await using pair = await linkedPair(editor);
    pair.server.paused = true;
    expect(await pair.ide.executeCode("1")).toEqual({
      failed: true,
      outputs: [{ type: "text", text: "The user shares nothing with agents just now" }],
    });
    pair.server.paused = false;
    await pair.ide.executeCode("2");
    expect(run).toEqual(["2"]);
  });

  it("nor by a mention", async () => {
    await using pair = await linkedPair(new FakeEditor());
    expect(() => pair.server.mention({ path: "/workspace/.env" })).toThrow(
      expect.objectContaining({ code: "DENIED" }),
    );
  });

  it("and the editor is not even asked", async () => {
    const editor = new FakeEditor({ files: { "/workspace/.env": secret } });
    await using pair = await linkedPair(editor);
    await expect(pair.ide.openFile("/workspace/.env")).rejects.toMatchObject({
      code: "TOOL_FAILED",
      message: expect.stringContaining(".env is not shared with agents"),
    });
    await expect(pair.ide.openDiff({ path: "/workspace/.env", contents: "" })).rejects.toMatchObject({
      code: "TOOL_FAILED",
    });
    expect([editor.openDocuments(), editor.reviews]).toEqual([[], []]);
  });
});

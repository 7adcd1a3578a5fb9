import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { describe, expect, test } from "vitest";
import { introduced } from "./rawClient.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const problem = { message: "wrong", severity: "error", range } as const;

// Observed with 2.1.325, 2.1.100 and 2.0.77: nothing is escaped, and only such an answer is understood.
describe.each(["claude-code", "kale", "jetbrains"] as const)(
  "URIs that Claude Code sends in %s",
  (dialect) => {
    test.each([
      "/workspace/a b#c%.ts",
      "/workspace/ü.ts",
      "/workspace/d?e/f.ts",
      "/workspace/100%/[id].ts",
      "/workspace/日本.md",
      "/workspace/plain.ts",
    ])("%s", async (path) => {
      const editor = new FakeEditor();
      editor.setDiagnostics(path, [problem]);
      await using pair = await linkedPair(editor, { dialect });
      const client = await introduced(pair);
      const uri = `file://${path}`;
      const { content } = await client.toolResult("getDiagnostics", { uri });
      expect(JSON.parse(content[0].text)).toMatchObject([{ uri, diagnostics: [{ message: "wrong" }] }]);
      // Our own client escapes, and reads both.
      expect(await pair.ide.diagnostics(path)).toMatchObject([{ path, diagnostics: [problem] }]);
      if (dialect !== "jetbrains") expect(await pair.ide.diagnostics()).toMatchObject([{ path }]);
    });
  },
);

describe("a URI that can be read both ways", () => {
  const asked = async (uri: string, existing: readonly string[]) => {
    const editor = new FakeEditor();
    const paths: unknown[] = [];
    editor.diagnostics = (path) => {
      paths.push(path);
      return [];
    };
    const realPath = (path: string) => (existing.includes(path) ? path : undefined);
    await using pair = await linkedPair(editor, { host: { realPath } });
    await (await introduced(pair)).toolResult("getDiagnostics", { uri });
    return paths;
  };

  test("means the file that exists", async () => {
    expect(await asked("file:///workspace/a%20b.ts", ["/workspace/a%20b.ts"])).toEqual([
      "/workspace/a%20b.ts",
    ]);
  });

  test("means what a URI means when there are both, or neither", async () => {
    const both = ["/workspace/a b.ts", "/workspace/a%20b.ts"];
    expect(await asked("file:///workspace/a%20b.ts", both)).toEqual(["/workspace/a b.ts"]);
    expect(await asked("file:///workspace/a%20b.ts", [])).toEqual(["/workspace/a b.ts"]);
  });

  test("does not hide a file that is not shared", async () => {
    expect(await asked("file:///workspace/%2eenv", [])).toEqual([]);
    expect(await asked("file:///workspace/d d/../.env", [])).toEqual([]);
  });
});

test("codes are texts: 2.1.325 does not show a number", async () => {
  const editor = new FakeEditor();
  editor.setDiagnostics("/workspace/a.ts", [{ ...problem, code: 2322 }]);
  await using pair = await linkedPair(editor);
  const { content } = await (await introduced(pair)).toolResult("getDiagnostics");
  expect(JSON.parse(content[0].text)).toMatchObject([{ diagnostics: [{ code: "2322" }] }]);
});

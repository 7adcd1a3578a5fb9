import type { Diagnostic, DialectName, Editor } from "@idebridge/sdk";
import { FakeEditor, linkedPair } from "@idebridge/sdk/testing";
import { expect } from "vitest";
import { introduced } from "./rawClient.ts";

export const path = "/workspace/a.js";
export const uri = `file://${path}`;

export function range(line: number, from: number, to: number, last = line) {
  return { start: { line, character: from }, end: { line: last, character: to } };
}

export const problem: Diagnostic = {
  message: "broken",
  severity: "error",
  range: range(1, 2, 8),
  source: "lint",
  code: "E1",
  related: [{ path: "/workspace/b.js", range: range(0, 0, 1), message: "here" }],
};

export function editorWithFile(): FakeEditor {
  return new FakeEditor({
    files: { [path]: "function hello() {\n  return 1;\n}\n", "/workspace/b.js": "" },
  });
}

/** What a tool answers: texts, the JSON in them as a value; an error as `isError` or as it is on the wire. */
export async function answerOf(
  editor: Editor,
  dialect: DialectName,
  tool: string,
  args: object = {},
): Promise<unknown> {
  await using pair = await linkedPair(editor, { dialect });
  const client = await introduced(pair);
  const { content, isError, error } = await client.toolResult(tool, args);
  if (error) return { error };
  const blocks = content.map((block: { type: string; text: string }) =>
    block.type === "text" ? jsonOrText(block.text) : block,
  );
  return isError ? { isError, blocks } : blocks;
}

function jsonOrText(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text;
}

export const invalid = { error: { code: -32602, message: expect.stringContaining("Invalid params") } };

export type Row = [what: string, tool: string, args: object, answer: unknown];

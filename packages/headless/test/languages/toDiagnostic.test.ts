import { expect, test } from "vitest";
import type * as lsp from "vscode-languageserver-protocol";
import { toDiagnostics } from "../../src/languages/toDiagnostic.ts";

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };

test("severity, source, code and related places survive; what is no problem does not", () => {
  const items = [
    {
      range,
      message: "whole",
      severity: 2,
      source: "ts",
      code: 2322,
      tags: [1],
      relatedInformation: [
        { location: { uri: "file:///a%20b/%C3%BC.ts", range }, message: "declared here" },
        { location: { uri: "lib:///inside/the/server", range }, message: "nowhere to go" },
      ],
    },
    { range, message: { kind: "markdown", value: "**marked** up" }, severity: 3, code: "E1" },
    { range, message: "no severity" },
    { range, message: "greyed out", tags: [1] },
    { range, message: "of a severity yet unknown", severity: 9 },
    {
      range,
      message: "with nonsense beside it",
      code: {},
      source: 1,
      tags: 1,
      relatedInformation: [null, {}],
    },
    null,
    "text",
    { range, message: null },
    { range, message: { value: 1 } },
    { range: { start: { line: -1, character: 0 }, end: { line: 0.5, character: 0 } }, message: "nowhere" },
    { message: "no range" },
    { range: { start: {} }, message: "half a range" },
    { range },
  ] as unknown as lsp.Diagnostic[];
  expect(toDiagnostics(items)).toEqual([
    {
      range,
      message: "whole",
      severity: "warning",
      source: "ts",
      code: 2322,
      related: [{ path: "/a b/ü.ts", range, message: "declared here" }],
    },
    { range, message: "**marked** up", severity: "information", code: "E1" },
    { range, message: "no severity", severity: "error" },
    { range, message: "greyed out", severity: "hint" },
    { range, message: "of a severity yet unknown", severity: "error" },
    { range, message: "with nonsense beside it", severity: "error" },
  ]);
});

test("no more than a thousand of one file", () => {
  const many = Array.from({ length: 5_000 }, () => ({ range, message: "again" }));
  expect(toDiagnostics(many)).toHaveLength(1_000);
});

test("no list of problems is none", () => {
  for (const items of [null, undefined, {}, "text", 1]) {
    expect(toDiagnostics(items as unknown as lsp.Diagnostic[])).toEqual([]);
  }
});

import * as v from "valibot";
import type { FileDiagnostics } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool, type Patience, type ToolCall } from "./tool.ts";
import {
  readFileDiagnostics,
  readSeverity,
  wireFileDiagnostics,
  writeDiagnostic,
  writeJetbrainsSeverity,
  writeSeverity,
} from "./wireDiagnostics.ts";
import type { WirePaths } from "./wirePaths.ts";

type WriteSeverity = Parameters<typeof writeDiagnostic>[2];

const client = clientSide({
  operation: "diagnostics",
  ask: (path, paths) => (path === undefined ? {} : { uri: paths.uri(path) }),
  understand: (result, paths) =>
    readJson(result, v.array(wireFileDiagnostics())).map((file) => readFileDiagnostics(file, paths)),
});

export const getDiagnostics = defineTool({
  name: "getDiagnostics",
  description: "Errors, warnings and hints that the editor knows of, by file",
  input: () =>
    v.object({
      uri: v.pipe(
        v.nullish(v.string()),
        v.description("The file to look at, as a URI; every file that has problems when left out"),
      ),
    }),
  needs: ["diagnostics"],
  async run({ uri }, call) {
    const path = uri ? call.paths.read(uri) : undefined;
    return json(writeFiles(await call.editor.diagnostics!(path, call), call.paths, writeSeverity));
  },
  patience: ({ uri }, call) => patience(uri ? call.paths.read(uri) : undefined, call, writeSeverity),
  client,
});

/** Without a URI, JetBrains means the current file. */
export const jetbrainsGetDiagnostics = defineTool({
  name: "getDiagnostics",
  description: "Errors and warnings that the editor knows of in one file",
  input: () =>
    v.object({
      uri: v.pipe(
        v.nullish(v.string()),
        v.description("The file to look at, as a URI; the active one when left out or null"),
      ),
    }),
  needs: ["diagnostics"],
  async run({ uri }, call) {
    const path = uri ? call.paths.read(uri) : (await call.editor.activeSelection?.(call))?.path;
    return json(writeFiles(await call.editor.diagnostics!(path, call), call.paths, writeJetbrainsSeverity));
  },
  patience: ({ uri }, call) => patience(uri ? call.paths.read(uri) : undefined, call, writeJetbrainsSeverity),
  client,
});

/**
 * Claude Code asks before and after each change, and older versions wait for ever: with no answer, the file
 * is never written. Newer ones go on after 0.5 s for one file and 2 s for all, and tell the model nothing.
 * When the model itself asks, a complete answer is worth waiting for.
 */
function patience(path: string | undefined, call: ToolCall, severity: WriteSeverity): Patience | undefined {
  if (call.client.name !== "claude-code" || call.byModel) return undefined;
  return {
    // Sooner than it has to be: a busy machine wakes us late.
    milliseconds: path === undefined ? 1_800 : 350,
    // Problems that are missing here are told later, as new. After an error, they would never be told.
    answer: () => json(writeFiles(call.lastDiagnostics(path), call.paths, severity)),
  };
}

function writeFiles(files: readonly FileDiagnostics[], paths: WirePaths, severity: WriteSeverity) {
  return files.map(({ path, diagnostics }) => ({
    // Claude Code compares this with `file://` and its own path, unescaped: an escaped one is another file to it.
    uri: path.startsWith("/") ? `file://${path}` : paths.uri(path),
    diagnostics: diagnostics.map((each) => writeDiagnostic(each, paths, severity)),
  }));
}

/** One flat list over all files. */
export const nexusGetDiagnostics = defineTool({
  name: "get_diagnostics",
  description: "Errors and warnings that the editor knows of, as one flat list",
  input: () => v.object({ file_path: v.nullish(v.string()) }),
  needs: ["diagnostics"],
  async run({ file_path }, call) {
    const files = await call.editor.diagnostics!(file_path ? call.paths.read(file_path) : undefined, call);
    const diagnostics = files.flatMap((file) =>
      file.diagnostics.map(({ message, severity, range, source }) => ({
        file_path: call.paths.write(file.path),
        line: range.start.line,
        column: range.start.character,
        severity: writeJetbrainsSeverity(severity),
        message,
        ...(source !== undefined && { source }),
      })),
    );
    return json({ diagnostics });
  },
  client: clientSide({
    operation: "diagnostics",
    ask: (path, paths) => (path === undefined ? {} : { file_path: paths.write(path) }),
    understand(result, paths): FileDiagnostics[] {
      const byPath = new Map<string, FileDiagnostics["diagnostics"][number][]>();
      for (const each of readJson(result, nexusAnswer()).diagnostics) {
        const path = paths.read(each.file_path);
        const position = { line: each.line, character: each.column };
        const range = { start: position, end: position };
        const found = byPath.get(path) ?? [];
        const { message, source } = each;
        const severity = readSeverity(each.severity);
        found.push({ message, severity, range, ...(source && { source }) });
        byPath.set(path, found);
      }
      return [...byPath].map(([path, diagnostics]) => ({ path, diagnostics }));
    },
  }),
});

const nexusAnswer = lazy(() =>
  v.object({
    diagnostics: v.array(
      v.object({
        file_path: v.string(),
        line: v.number(),
        column: v.nullish(v.number(), 0),
        severity: v.nullish(v.string(), "ERROR"),
        message: v.string(),
        source: v.nullish(v.string()),
      }),
    ),
  }),
);

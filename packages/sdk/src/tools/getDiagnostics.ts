import * as v from "valibot";
import type { FileDiagnostics } from "../editor/editor.ts";
import { json } from "../protocol/mcp.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import {
  readFileDiagnostics,
  readSeverity,
  wireFileDiagnostics,
  writeDiagnostic,
  writeJetbrainsSeverity,
  writeSeverity,
} from "./wireDiagnostics.ts";
import type { WirePaths } from "./wirePaths.ts";

const client = clientSide({
  operation: "diagnostics",
  ask: (path, paths) => (path === undefined ? {} : { uri: paths.uri(path) }),
  understand: (result, paths) =>
    readJson(result, v.array(wireFileDiagnostics)).map((file) => readFileDiagnostics(file, paths)),
});

export const getDiagnostics = defineTool({
  name: "getDiagnostics",
  description: "Get language diagnostics from the editor",
  input: v.object({
    uri: v.pipe(
      v.nullish(v.string()),
      v.description("File URI to get diagnostics for. If not provided, gets diagnostics for all files."),
    ),
  }),
  needs: ["diagnostics"],
  async run({ uri }, call) {
    const path = uri ? call.paths.read(uri) : undefined;
    return json(writeFiles(await call.editor.diagnostics!(path, call), call.paths, writeSeverity));
  },
  client,
});

/** Without a URI, JetBrains means the current file. */
export const jetbrainsGetDiagnostics = defineTool({
  name: "getDiagnostics",
  description: "Gets diagnostic information (errors, warnings) for a file",
  input: v.object({
    uri: v.pipe(v.nullish(v.string()), v.description("File URI (file:///...), null for current file")),
  }),
  needs: ["diagnostics"],
  async run({ uri }, call) {
    const path = uri ? call.paths.read(uri) : (await call.editor.activeSelection?.(call))?.path;
    return json(writeFiles(await call.editor.diagnostics!(path, call), call.paths, writeJetbrainsSeverity));
  },
  client,
});

function writeFiles(
  files: readonly FileDiagnostics[],
  paths: WirePaths,
  severity: Parameters<typeof writeDiagnostic>[2],
) {
  return files.map(({ path, diagnostics }) => ({
    uri: paths.uri(path),
    diagnostics: diagnostics.map((each) => writeDiagnostic(each, paths, severity)),
  }));
}

/** One flat list over all files. */
export const nexusGetDiagnostics = defineTool({
  name: "get_diagnostics",
  description: "Get errors/warnings from IDE",
  input: v.object({ file_path: v.nullish(v.string()) }),
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
      for (const each of readJson(result, nexusAnswer).diagnostics) {
        const path = paths.read(each.file_path);
        const position = { line: each.line, character: each.column };
        const range = { start: position, end: position };
        const found = byPath.get(path) ?? [];
        found.push({ message: each.message, severity: readSeverity(each.severity), range });
        byPath.set(path, found);
      }
      return [...byPath].map(([path, diagnostics]) => ({ path, diagnostics }));
    },
  }),
});

const nexusAnswer = v.object({
  diagnostics: v.array(
    v.object({
      file_path: v.string(),
      line: v.number(),
      column: v.optional(v.number(), 0),
      severity: v.string(),
      message: v.string(),
    }),
  ),
});

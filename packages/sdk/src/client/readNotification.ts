import * as v from "valibot";
import type { Params } from "../protocol/jsonRpc.ts";
import { lazy } from "../protocol/lazy.ts";
import { readFileDiagnostics, wireFileDiagnostics } from "../tools/wireDiagnostics.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import { looseRange, nowhere } from "../tools/wireRange.ts";
import { readSelection } from "../tools/wireSelection.ts";
import type { IdeEvent } from "./ideEvent.ts";

const nexusSelection = lazy(() =>
  v.object({ file_path: v.nullish(v.string()), range: v.nullish(looseRange()) }),
);

const line = lazy(() => v.nullish(v.number()));

const mention = lazy(() =>
  v.union([
    v.object({ filePath: v.string(), lineStart: line(), lineEnd: line() }),
    v.pipe(
      v.object({ file_path: v.string(), line_start: line(), line_end: line() }),
      v.transform(({ file_path, line_start, line_end }) => ({
        filePath: file_path,
        lineStart: line_start,
        lineEnd: line_end,
      })),
    ),
  ]),
);

/**
 * Understands the notifications of every dialect: no two of them mean different things by one name.
 * What cannot be read is passed on as it came.
 */
export function readNotification(method: string, params: Params, paths: WirePaths): IdeEvent {
  try {
    switch (method) {
      case "selection_changed":
      case "workspace/didChangeActiveEditor":
        return { type: "selection", selection: readSelection(params, paths) };
      case "notifications/selection_changed":
        return { type: "selection", selection: readNexusSelection(params, paths) };
      case "at_mentioned":
      case "notifications/at_mentioned":
        return { type: "mention", mention: readMention(params, paths) };
      case "diagnostics_changed":
      case "notifications/diagnostics_changed":
        return {
          type: "diagnostics",
          file: readFileDiagnostics(v.parse(wireFileDiagnostics(), params), paths),
        };
      case "notifications/tools/list_changed":
        return { type: "toolsChanged" };
    }
  } catch {
    // Falls through to the raw form.
  }
  return { type: "notification", method, params };
}

function readNexusSelection(params: Params, paths: WirePaths) {
  const { file_path, range } = v.parse(nexusSelection(), params);
  return file_path ? { path: paths.read(file_path), text: "", range: range ?? nowhere } : undefined;
}

function readMention(params: Params, paths: WirePaths) {
  const { filePath, lineStart, lineEnd } = v.parse(mention(), params);
  const path = paths.read(filePath);
  if (typeof lineStart !== "number") return { path };
  return { path, lines: { first: lineStart, last: lineEnd ?? lineStart } };
}

import { encodeResultWithNullError } from "../protocol/jsonRpc.ts";
import { writeNexusLock } from "../protocol/lockFile.ts";
import { relativeTo, toFileUri, toNativePath, toSlashPath } from "../protocol/paths.ts";
import { jetbrainsCloseTab } from "../tools/closeTab.ts";
import { getCursorPosition, setCursorPosition } from "../tools/cursorPosition.ts";
import { nexusGetDiagnostics } from "../tools/getDiagnostics.ts";
import { listOpenedFiles } from "../tools/listOpenedFiles.ts";
import { getSelection, setSelection } from "../tools/nexusSelection.ts";
import { jetbrainsOpenDiff } from "../tools/openDiff.ts";
import { nexusOpenFile } from "../tools/openFile.ts";
import { reformatFile } from "../tools/reformatFile.ts";
import type { Dialect } from "./dialect.ts";

export const nexus: Dialect = {
  name: "nexus",
  source: "seed 004",
  tools: [
    jetbrainsOpenDiff,
    nexusOpenFile,
    jetbrainsCloseTab,
    listOpenedFiles,
    reformatFile,
    getCursorPosition,
    setCursorPosition,
    getSelection,
    setSelection,
    nexusGetDiagnostics,
  ],
  requests: [],
  capabilities: {
    logging: {},
    prompts: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    tools: { listChanged: true },
  },
  notifications: {
    selection: (selection, paths) => [
      {
        method: "notifications/selection_changed",
        params: {
          file_path: selection ? paths.write(selection.path) : null,
          range: selection ? selection.range : null,
        },
      },
    ],
    mention: ({ path, lines }, paths) => ({
      method: "notifications/at_mentioned",
      params: {
        file_path: paths.write(path),
        ...(lines && { line_start: lines.first, line_end: lines.last }),
      },
    }),
    diagnostics: () => undefined,
    connected: (folder) => ({
      method: "notifications/ide_connected",
      params: { project_path: folder ?? null },
    }),
  },
  /** Relative to the project where they can be. */
  paths: ({ platform, folders }) => ({
    read: (text) => toNativePath(text, platform, folders()[0]),
    write(path) {
      const folder = folders()[0];
      return (folder && relativeTo(folder, path, platform)) || toSlashPath(path, platform);
    },
    uri: (path) => toFileUri(path, platform),
  }),
  handshake: {
    path: "/mcp",
    subprotocol: "optional",
    refusal: 1008,
    token: "64 bytes",
    ports: { first: 1, last: 65_535 },
  },
  keepalive: { kind: "request", everyMilliseconds: 5_000, answerMilliseconds: 3_000 },
  lock: { folder: ".claude-code", extension: ".json", write: writeNexusLock },
  encodeResult: encodeResultWithNullError,
};

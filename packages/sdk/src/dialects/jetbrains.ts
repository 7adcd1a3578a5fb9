import { writeClaudeLock } from "../protocol/lockFile.ts";
import { toFileUri, toSlashPath } from "../protocol/paths.ts";
import { jetbrainsCloseTab } from "../tools/closeTab.ts";
import { getAllOpenedFilePaths } from "../tools/getAllOpenedFilePaths.ts";
import { jetbrainsGetDiagnostics } from "../tools/getDiagnostics.ts";
import { jetbrainsOpenDiff } from "../tools/openDiff.ts";
import { jetbrainsOpenFile } from "../tools/openFile.ts";
import { openFiles } from "../tools/openFiles.ts";
import { reformatFile } from "../tools/reformatFile.ts";
import { writeDiagnostic, writeJetbrainsSeverity } from "../tools/wireDiagnostics.ts";
import { claudeCode } from "./claudeCode.ts";
import type { Dialect } from "./dialect.ts";
import { readLooseUri } from "./readLooseUri.ts";

export const jetbrains: Dialect = {
  name: "jetbrains",
  source: "seed 000",
  tools: [
    jetbrainsOpenDiff,
    jetbrainsOpenFile,
    openFiles,
    jetbrainsCloseTab,
    getAllOpenedFilePaths,
    reformatFile,
    jetbrainsGetDiagnostics,
  ],
  requests: [],
  capabilities: { tools: { listChanged: true } },
  notifications: {
    selection: (selection, paths) => [
      {
        method: "selection_changed",
        params: {
          selection: selection ? selection.range : null,
          text: selection?.text || null,
          filePath: selection ? paths.write(selection.path) : null,
        },
      },
    ],
    mention: ({ path, lines }, paths) => ({
      method: "at_mentioned",
      params: { filePath: paths.write(path), lineStart: lines?.first ?? null, lineEnd: lines?.last ?? null },
    }),
    diagnostics: ({ path, diagnostics }, paths) => ({
      method: "diagnostics_changed",
      params: {
        uri: paths.uri(path),
        diagnostics: diagnostics.map((each) => writeDiagnostic(each, paths, writeJetbrainsSeverity)),
      },
    }),
  },
  paths: (place) => ({
    read: (text) => readLooseUri(text, place),
    write: (path) => toSlashPath(path, place.platform),
    uri: (path) => toFileUri(path, place.platform),
  }),
  handshake: {
    path: "/mcp",
    subprotocol: "required",
    refusal: 1008,
    token: "64 bytes",
    ports: { first: 1, last: 65_535 },
  },
  keepalive: { kind: "request", everyMilliseconds: 5_000, answerMilliseconds: 3_000 },
  lock: {
    ...claudeCode.lock,
    write: (lock, platform) =>
      writeClaudeLock({ ...lock, folders: lock.folders.map((folder) => toSlashPath(folder, platform)) }),
  },
};

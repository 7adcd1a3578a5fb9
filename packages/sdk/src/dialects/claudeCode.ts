import { writeClaudeLock } from "../protocol/lockFile.ts";
import { toFileUri } from "../protocol/paths.ts";
import { checkDocumentDirty } from "../tools/checkDocumentDirty.ts";
import { closeAllDiffTabs } from "../tools/closeAllDiffTabs.ts";
import { closeTab } from "../tools/closeTab.ts";
import { executeCode } from "../tools/executeCode.ts";
import { getCurrentSelection } from "../tools/getCurrentSelection.ts";
import { getDiagnostics } from "../tools/getDiagnostics.ts";
import { getLatestSelection } from "../tools/getLatestSelection.ts";
import { getOpenEditors } from "../tools/getOpenEditors.ts";
import { getWorkspaceFolders } from "../tools/getWorkspaceFolders.ts";
import { openDiff } from "../tools/openDiff.ts";
import { openFile } from "../tools/openFile.ts";
import { saveDocument } from "../tools/saveDocument.ts";
import { writeDiagnostic, writeSeverity } from "../tools/wireDiagnostics.ts";
import { nowhere } from "../tools/wireRange.ts";
import { writeSelection } from "../tools/wireSelection.ts";
import type { Dialect } from "./dialect.ts";
import { readLooseUri } from "./readLooseUri.ts";

/** What clears the selection in Claude Code: `"selection": null` changes nothing, and null texts are rejected. */
const noSelection = { text: "", filePath: "", selection: { ...nowhere, isEmpty: true } };

/** The VS Code extension and Claude Code itself, as the client of today really behaves. */
export const claudeCode: Dialect = {
  name: "claude-code",
  source: "seed 003, observed with Claude Code 2.1.325",
  tools: [
    openFile,
    openDiff,
    getCurrentSelection,
    getLatestSelection,
    getOpenEditors,
    getWorkspaceFolders,
    getDiagnostics,
    checkDocumentDirty,
    saveDocument,
    closeTab,
    closeAllDiffTabs,
    executeCode,
  ],
  requests: [],
  capabilities: { tools: { listChanged: true } },
  notifications: {
    selection: (selection, paths) => [
      { method: "selection_changed", params: selection ? writeSelection(selection, paths) : noSelection },
    ],
    mention: ({ path, lines }, paths) => ({
      method: "at_mentioned",
      // Left out, not null, for a whole file: Claude Code's schema rejects null.
      params: { filePath: paths.write(path), ...(lines && { lineStart: lines.first, lineEnd: lines.last }) },
    }),
    diagnostics: ({ path, diagnostics }, paths) => ({
      method: "diagnostics_changed",
      params: {
        uri: paths.uri(path),
        diagnostics: diagnostics.map((each) => writeDiagnostic(each, paths, writeSeverity)),
      },
    }),
  },
  paths: (place) => ({
    read: (text) => readLooseUri(text, place),
    write: (path) => path,
    uri: (path) => toFileUri(path, place.platform),
  }),
  handshake: {
    path: "/",
    subprotocol: "optional",
    refusal: 401,
    token: "uuid",
    ports: { first: 10_000, last: 65_535 },
  },
  keepalive: { kind: "websocket", everyMilliseconds: 30_000 },
  lock: { folder: "ide", extension: ".lock", write: writeClaudeLock },
};

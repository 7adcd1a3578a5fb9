/**
 * What `idebridge serve` imports at once but uses only when an agent or a front end is there, or a file is opened. V8
 * would read all of it before the lock file is written: instead it is loaded when something of it is first used. A
 * module that is used while others load (a class that is extended, a value in a table) cannot be one of these.
 */
const modules = {
  "sdk/src/protocol": ["callsInFlight", "cancellation", "connection", "jsonRpc", "paths"],
  "sdk/src/server": [
    ...["asToolResult", "globPattern", "hearing", "keepalive", "outbox", "pendingReviews"],
    ...["runningCall", "session", "withPatience"],
  ],
  "sdk/src/node": [
    ...["dialWebSocket", "terminalEnvironment", "upgradeGate"],
    ...["webSocketFrames", "webSocketHandshake", "webSocketTransport"],
  ],
  "sdk/src/editor": ["findText", "textIn"],
  "sdk/src/tools": ["schema", "valibotJsonSchema"],
  "headless/src/control": ["controlClient"],
  "headless/src/documents": [
    ...["countChangedLines", "diskCopy", "documentError", "fileStamp", "languageIdOf", "liveDocument"],
    ...["readTextFile", "selectIn", "textChange", "undoHistory"],
  ],
  "cli/src/serve": ["codeLine", "eventLine", "eventLines"],
};

const paths = Object.entries(modules).flatMap(([folder, names]) =>
  names.map((name) => `/packages/${folder}/${name}.ts`),
);

export function isUsedLater(id) {
  return paths.some((path) => id.replaceAll("\\", "/").endsWith(path));
}

/** A language server that answers nonsense, from a seed: `node hostileLanguageServer.mjs <seed>`. */
let state = Number(process.argv[2]) | 0;
const next = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};
const pick = (...choices) => choices[Math.floor(next() * choices.length)];

function raw(text) {
  process.stdout.write(text);
}

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  const header = `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  if (next() < 0.1) {
    // In two pieces.
    const cut = Math.floor(next() * body.length);
    raw(header + body.slice(0, cut));
    setTimeout(raw, 5, body.slice(cut));
  } else raw(header + body);
}

const text = () =>
  pick("text", "", "\u001b[31m", "x".repeat(5_000), "\0", "a\nb", null, 1, {}, [], { value: 1 });
const number = () => pick(0, 1, 5, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, null, "1", undefined, []);
const position = () =>
  pick({ line: number(), character: number() }, { line: 0, character: 0 }, null, {}, 1, "0:0");
const range = () =>
  pick(
    { start: position(), end: position() },
    { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    null,
    {},
    [],
    1,
  );
const uri = (own) =>
  pick(own, own, "file:///%00", "file://%zz", "file://host/x", "untitled:1", "", null, 1, {}, `${own}/x`);

const plain = [null, true, 0, -1, 1e308, "", "text", "\ud800", [], {}, [null], [[]], { a: 1 }];
const deep = JSON.parse(`${"[".repeat(300)}${"]".repeat(300)}`);

/** Not all at once with `pick`: each of its choices is made before one is taken. */
function anything(depth = 0) {
  const kind = depth < 4 ? Math.floor(next() * 12) : 11;
  if (kind === 0) return [anything(depth + 1), anything(depth + 1)];
  if (kind === 1) return { range: range(), uri: anything(depth + 1), children: anything(depth + 1) };
  return kind === 2 ? deep : pick(...plain);
}

const diagnostic = (own) =>
  pick(
    {
      range: range(),
      message: text(),
      severity: number(),
      code: anything(),
      source: text(),
      tags: anything(),
      relatedInformation: pick(anything(), [
        { location: pick(null, { uri: uri(own), range: range() }), message: text() },
      ]),
    },
    {
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } },
      message: "a problem",
      severity: 1,
    },
    anything(),
  );
const location = (own) =>
  pick(
    { uri: uri(own), range: range() },
    { targetUri: uri(own), targetRange: range(), targetSelectionRange: range() },
    anything(),
  );
const symbol = (own, depth = 0) =>
  pick(
    {
      name: text(),
      kind: number(),
      range: range(),
      selectionRange: range(),
      children: depth < 5 ? pick([symbol(own, depth + 1)], anything()) : [],
    },
    { name: text(), kind: number(), location: location(own), containerName: text() },
    anything(),
  );
const edit = (own) =>
  pick(
    { changes: { [String(uri(own))]: pick([{ range: range(), newText: text() }], anything()) } },
    {
      documentChanges: pick(
        [
          {
            textDocument: { uri: uri(own), version: number() },
            edits: pick([{ range: range(), newText: text() }], anything()),
          },
          anything(),
          { kind: pick("create", "rename", "delete"), uri: uri(own), oldUri: uri(own), newUri: uri(own) },
        ],
        anything(),
      ),
    },
    anything(),
  );
const diagnostics = (own) =>
  pick(
    anything(),
    Array.from({ length: pick(1, 3, 50, 1_500) }, () => diagnostic(own)),
  );

function answerTo(method, own) {
  if (next() < 0.15) return anything();
  switch (method) {
    case "textDocument/diagnostic":
      return {
        kind: pick("full", "full", "unchanged", 1, null),
        items: diagnostics(own),
        resultId: anything(),
        relatedDocuments: anything(),
      };
    case "textDocument/hover":
      return {
        contents: pick(
          text(),
          { kind: "markdown", value: text() },
          [text(), { language: "x", value: text() }],
          anything(),
        ),
        range: range(),
      };
    case "textDocument/documentSymbol":
    case "workspace/symbol":
      return [symbol(own), symbol(own)];
    case "textDocument/rename":
      return edit(own);
    case "textDocument/codeAction":
      return [
        {
          title: text(),
          kind: text(),
          edit: edit(own),
          command: anything(),
          diagnostics: anything(),
          isPreferred: anything(),
        },
        anything(),
      ];
    case "textDocument/formatting":
      return pick([{ range: range(), newText: text() }], anything());
    default:
      return pick(location(own), [location(own), location(own)], anything());
  }
}

function capabilities() {
  if (next() < 0.1) return anything();
  const may = () => pick(true, true, {}, anything());
  return {
    textDocumentSync: pick(1, 2, { openClose: true, change: 1, save: anything() }, anything()),
    diagnosticProvider: pick(
      undefined,
      { interFileDependencies: true, workspaceDiagnostics: false },
      anything(),
    ),
    hoverProvider: may(),
    definitionProvider: may(),
    referencesProvider: may(),
    documentSymbolProvider: may(),
    workspaceSymbolProvider: may(),
    renameProvider: may(),
    codeActionProvider: pick(true, { resolveProvider: true }, anything()),
    documentFormattingProvider: may(),
    typeDefinitionProvider: may(),
    implementationProvider: may(),
    executeCommandProvider: anything(),
    positionEncoding: anything(),
  };
}

let asked = 0;
/** What a server may say by itself, and what none should. */
function babble(own) {
  const params = pick(anything(), undefined);
  const id = pick(`s${++asked}`, asked, null, 1, {});
  const kind = pick(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  if (kind < 3)
    return send({
      method: "textDocument/publishDiagnostics",
      params: pick({ uri: uri(own), version: number(), diagnostics: diagnostics(own) }, params),
    });
  if (kind === 3)
    return send({
      method: "$/progress",
      params: pick(
        {
          token: anything(),
          value: pick(
            { kind: pick("begin", "report", "end"), title: text(), message: text(), percentage: number() },
            anything(),
          ),
        },
        params,
      ),
    });
  if (kind === 4)
    return send({
      id,
      method: "client/registerCapability",
      params: pick(
        {
          registrations: pick(
            [
              {
                id: anything(),
                method: pick("workspace/didChangeWatchedFiles", "textDocument/diagnostic", "x/didSave", null),
                registerOptions: pick(
                  {
                    watchers: pick(
                      [
                        {
                          globPattern: pick(
                            "**/*",
                            "{",
                            "[[",
                            { baseUri: uri(own), pattern: "*" },
                            anything(),
                          ),
                        },
                      ],
                      anything(),
                    ),
                  },
                  anything(),
                ),
              },
            ],
            anything(),
          ),
        },
        params,
      ),
    });
  if (kind === 5)
    return send({
      id,
      method: pick(
        "workspace/applyEdit",
        "workspace/configuration",
        "workspace/workspaceFolders",
        "window/showMessageRequest",
        "client/unregisterCapability",
        "workspace/diagnostic/refresh",
        "no/such",
      ),
      params: pick(
        {
          edit: edit(own),
          items: pick([{ section: text() }, null], anything()),
          unregisterations: anything(),
          message: text(),
        },
        params,
      ),
    });
  if (kind === 6)
    return send({
      method: pick(
        "window/logMessage",
        "window/showMessage",
        "telemetry/event",
        "$/logTrace",
        "$/cancelRequest",
      ),
      params: pick({ message: text(), type: number(), id: anything() }, params),
    });
  if (kind === 7) return send({ id: pick(0, 1, 99_999, "none", null), result: anything() });
  if (kind === 8) return send({ id: pick(0, 1, 99_999, null), error: anything() });
  if (kind === 9 && next() < 0.3)
    return raw(
      pick(
        "Content-Length: -5\r\n\r\n",
        "Content-Length: 5\r\n\r\n",
        "Content-Length: 999999999999\r\n\r\n{}",
        "\r\n\r\n",
        "x".repeat(20_000),
        "Content-Length: 2\r\n\r\n[]",
        "Content-Length: 4\r\n\r\nnull",
        "Content-Length: 2\r\nContent-Type: x; charset=nonsense\r\n\r\n{}",
      ),
    );
  if (kind === 10 && next() < 0.1) process.exit(pick(0, 1, 3));
  if (kind === 11 && next() < 0.1) process.kill(process.pid, pick("SIGKILL", "SIGSEGV"));
}

function received({ id, method, params }) {
  const own = params?.textDocument?.uri ?? "file:///x";
  if (next() < 0.4) babble(own);
  if (id === undefined || method === undefined) return;
  if (method === "initialize")
    return send({ id, result: next() < 0.05 ? anything() : { capabilities: capabilities() } });
  if (method === "shutdown") return send({ id, result: null });
  if (next() < 0.002) return;
  if (next() < 0.1)
    return send({
      id,
      error: pick({ code: -32802, message: "busy" }, { code: number(), message: text() }, anything()),
    });
  send({ id, result: answerTo(method, own) });
}

let buffer = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(buffer.toString("latin1", 0, end))?.[1]);
    if (buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    received(message);
  }
});
process.stdin.on("end", () => process.exit(0));
process.stdout.on("error", () => process.exit(0));

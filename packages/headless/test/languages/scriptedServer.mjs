/** A language server for tests of faults. Its only argument is JSON: what it does wrong. */
import { appendFileSync } from "node:fs";

const script = JSON.parse(process.argv[2] ?? "{}");
const log = (entry) => script.log && appendFileSync(script.log, `${JSON.stringify(entry)}\n`);
const texts = new Map();
let pulls = 0;

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** A problem for every "bad" in the text. */
function problemsOf(text) {
  return [...text.matchAll(/bad\d*/g)].map(({ 0: word, index }) => {
    const start = { line: 0, character: index };
    return { range: { start, end: { line: 0, character: index + word.length } }, message: word, severity: 1 };
  });
}

function publish(uri, version) {
  const diagnostics = problemsOf(texts.get(uri) ?? "");
  const params = { uri, diagnostics, ...(script.push === "versioned" && { version }) };
  setTimeout(() => send({ method: "textDocument/publishDiagnostics", params }), script.delay ?? 0);
}

const handlers = {
  initialize({ id, params }) {
    if (script.hangs === "initialize") return;
    log({ processId: params.processId, initializationOptions: params.initializationOptions });
    const diagnosticProvider = { interFileDependencies: true, workspaceDiagnostics: false };
    const capabilities = {
      textDocumentSync: 1,
      hoverProvider: true,
      ...(!script.push && { diagnosticProvider }),
      ...(script.action && { codeActionProvider: { resolveProvider: true } }),
      ...script.capabilities,
    };
    setTimeout(() => send({ id, result: { capabilities } }), script.startDelay ?? 0);
  },
  initialized() {
    if (script.asks) send({ id: "conf", method: "workspace/configuration", params: { items: script.asks } });
    if (script.watches) {
      const registerOptions = { watchers: script.watches.map((globPattern) => ({ globPattern })) };
      const registrations = [{ id: "w", method: "workspace/didChangeWatchedFiles", registerOptions }];
      send({ id: "reg", method: "client/registerCapability", params: { registrations } });
    }
    if (script.works) {
      const value = { kind: "begin", title: script.works, percentage: 40 };
      send({ method: "$/progress", params: { token: "t", value } });
    }
  },
  "textDocument/didOpen"({ params: { textDocument } }) {
    changed(textDocument.uri, textDocument.text, textDocument.version);
  },
  "textDocument/didChange"({ params: { textDocument, contentChanges } }) {
    changed(textDocument.uri, contentChanges.at(-1).text, textDocument.version);
  },
  "textDocument/diagnostic"({ id, params: { textDocument } }) {
    if (script.hangs === "pull") return;
    if (pulls++ < (script.cancels ?? 0)) return send({ id, error: { code: -32802, message: "busy" } });
    const items = problemsOf(texts.get(textDocument.uri) ?? "");
    setTimeout(() => send({ id, result: { kind: "full", items } }), script.delay ?? 0);
  },
  "textDocument/hover"({ id, params }) {
    if (script.hangs === "hover") return;
    if (params.query) log({ hovered: params.query });
    send({ id, result: { contents: texts.get(params.textDocument.uri) ?? null } });
  },
  "textDocument/codeAction": ({ id, params }) =>
    send({ id, result: [{ title: script.action, data: params.textDocument.uri }] }),
  "codeAction/resolve"({ id, params }) {
    const start = { line: 0, character: 0 };
    const edits = [{ range: { start, end: start }, newText: `${script.action}: ` }];
    send({ id, result: { ...params, edit: { changes: { [params.data]: edits } } } });
  },
  "workspace/didChangeWatchedFiles": ({ params }) => log({ watched: params.changes }),
  shutdown({ id }) {
    if (script.diesOnShutdown) process.exit(1);
    if (!script.staysAlive) send({ id, result: null });
  },
  exit: () => script.staysAlive || process.exit(0),
};

function changed(uri, text, version) {
  texts.set(uri, text);
  log({ text });
  if (script.crashesOn && text.includes(script.crashesOn)) {
    console.error("the last words");
    process.exit(3);
  }
  if (script.writes && text.includes("fault")) process.stdout.write(script.writes.repeat(script.times ?? 1));
  if (script.floods && text.includes("fault")) flood(uri);
  if (script.push) publish(uri, version);
}

function flood(uri) {
  const params = { uri, diagnostics: [] };
  for (let count = 0; count < 1_000; count++) send({ method: "textDocument/publishDiagnostics", params });
  setImmediate(flood, uri);
}

if (script.staysAlive) {
  process.on("SIGTERM", () => {});
  setInterval(() => {}, 1_000);
}
let buffer = Buffer.alloc(0);
process.stdin.on("data", (chunk) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    const length =
      end < 0 ? undefined : Number(/content-length: (\d+)/i.exec(buffer.toString("latin1", 0, end))[1]);
    if (length === undefined || buffer.length < end + 4 + length) return;
    const message = JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    if (message.id === "conf") log({ configuration: message.result });
    handlers[message.method]?.(message);
  }
});
process.stdin.on("end", () => script.staysAlive || process.exit(0));

import type { Proposal } from "@idebridge/sdk";
import { Connection, dialects, jsonSchemaOf, type Lock, RpcError, readLock } from "@idebridge/sdk/core";
import { FakeEditor, type LinkedTransport, linkedPair, linkedTransports } from "@idebridge/sdk/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMessage } from "../src/protocol/jsonRpc.ts";
import { anyJson, anyText } from "./arbitraries.ts";

const everyDialect = Object.values(dialects);

const anyId = fc.oneof(fc.integer(), fc.string(), fc.constantFrom(null, 0, "", -1.5), anyJson);
const handled = ["value", "later", "throws", "fails", "throwsNothing", "circular"];
const nearMiss = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, anyJson),
    id: anyId,
    method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...handled) }, anyText, anyJson),
    params: fc.oneof(fc.constant({}), anyJson),
    result: anyJson,
    error: fc.oneof(fc.constant(null), fc.record({ code: anyJson, message: anyJson }), anyJson),
  },
  { requiredKeys: [] },
);
const anyMessage = fc.oneof({ weight: 4, arbitrary: nearMiss }, anyJson);

describe("messages", () => {
  it("are told apart without an exception, whatever they are", () => {
    fc.assert(fc.property(anyMessage, (value) => void readMessage(value)));
  });

  it("get one valid answer each if they are requests, and none if they are not", async () => {
    const anyLine = fc.oneof(anyMessage, fc.array(anyMessage, { maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(anyLine, async (value) => {
        const sent = await answersTo([JSON.stringify(value)]);
        const answers = sent.flatMap((text) => asArray(JSON.parse(text)));
        expect(answers.filter((answer) => !isValidAnswer(answer))).toEqual([]);
        expect(sorted(answers.map((answer) => (answer as { id: unknown }).id))).toEqual(
          sorted(idsToAnswer(JSON.parse(JSON.stringify(value)))),
        );
        expect(sent.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  it("may be any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 5 }), async (texts) => {
        const sent = await answersTo([...texts, '{"jsonrpc":"2.0","id":"last","method":"value"}']);
        expect(sent.at(-1)).toBe('{"jsonrpc":"2.0","id":"last","result":{}}');
      }),
    );
  });
});

/** Written again from the specification, not from the code. */
function idsToAnswer(line: unknown): unknown[] {
  if (Array.isArray(line)) return line.length === 0 ? [null] : line.flatMap(idToAnswer);
  return idToAnswer(line);
}

function idToAnswer(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [null];
  const { jsonrpc, id, method, result, error } = value as Record<string, unknown>;
  const echoed = typeof id === "string" || typeof id === "number" ? id : null;
  if (method === undefined && id !== undefined) {
    const isResponse = result !== undefined || (error !== undefined && error !== null);
    return isResponse ? [] : [echoed];
  }
  const isNotification = jsonrpc === "2.0" && typeof method === "string" && id === undefined;
  return isNotification ? [] : [echoed];
}

function isValidAnswer(answer: unknown): boolean {
  const { jsonrpc, id, result, error } = answer as Record<string, unknown>;
  const isId = id === null || typeof id === "string" || typeof id === "number";
  if (jsonrpc !== "2.0" || !isId || (result === undefined) === (error === undefined)) return false;
  if (error === undefined) return true;
  const { code, message } = error as Record<string, unknown>;
  return Number.isInteger(code) && typeof message === "string";
}

const circular: unknown[] = [];
circular.push(circular);

/** What a connection answers, one entry a message, when all of them have been handled. */
async function answersTo(lines: readonly string[]): Promise<readonly string[]> {
  const [near, far] = linkedTransports();
  const connection = new Connection(far, {
    request(method) {
      if (method === "value") return {};
      if (method === "later") return Promise.resolve().then(() => ({ later: true }));
      if (method === "throws") throw new RpcError(RpcError.invalidParams, "no", circular);
      if (method === "fails") return Promise.reject(Object.create(null));
      if (method === "throwsNothing") throw undefined;
      if (method === "circular") return Promise.resolve(circular);
      throw new RpcError(RpcError.methodNotFound, "not found");
    },
    notification() {
      throw new Error("a notification handler that fails");
    },
    closed() {},
  });
  connection.start();
  for (const line of lines) near.send(line);
  await settled();
  return far.sent;
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}

function sorted(ids: readonly unknown[]): unknown[] {
  return ids.map((id) => JSON.stringify(id)).sort();
}

class DecisiveEditor extends FakeEditor {
  override review({ id, contents }: Proposal) {
    return Promise.resolve(
      id % 2 ? ({ outcome: "accepted", contents } as const) : ({ outcome: "rejected" } as const),
    );
  }
}

const somePath = fc.constantFrom(
  "/workspace/a.ts",
  "a.ts",
  "../../etc/passwd",
  "/workspace/.env",
  "file:///workspace/a.ts",
  "C:\\a",
  "untitled:1",
  "\0",
  "%",
  "file://%zz",
);
const position = fc.record({ line: fc.nat(), character: fc.nat() });
const argument = fc.oneof(
  somePath,
  fc.boolean(),
  fc.record({ start: position, end: position }),
  fc.array(fc.oneof(somePath, anyJson), { maxLength: 3 }),
  anyJson,
);

describe.each(everyDialect)("tool arguments of $name", ({ name: dialect, tools, requests }) => {
  it.each([...tools, ...requests].map((tool) => [tool.name, tool] as const))("%s", async (name, tool) => {
    const editor = new DecisiveEditor({ files: { "/workspace/a.ts": "one\ntwo", "/workspace/.env": "S=1" } });
    editor.select("/workspace/a.ts");
    await using pair = await linkedPair(editor, { dialect });
    const line = pair.rawLine();
    const keys = Object.keys((jsonSchemaOf(tool.input).properties ?? {}) as object);
    const nearArguments = fc.record(Object.fromEntries(keys.map((key) => [key, argument])), {
      requiredKeys: [],
    });
    let id = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: nearArguments }, anyJson), async (args) => {
        const isTool = tools.includes(tool);
        const params = isTool ? { name, arguments: args } : args;
        const message = { jsonrpc: "2.0", id: ++id, method: isTool ? "tools/call" : name, params };
        line.send(JSON.stringify(message));
        const { result, error } = await answerWithId(line, id);
        if (error) expect(error).toEqual({ code: RpcError.invalidParams, message: expect.any(String) });
        else if (isTool) expect(result).toMatchObject({ content: expect.any(Array) });
        else expect(result).toBeDefined();
      }),
      { numRuns: 60 },
    );
  });
});

interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

async function answerWithId(line: LinkedTransport, id: number): Promise<Answer> {
  for (let turn = 0; turn < 1000; turn++) {
    const answers = (line.peer?.sent ?? []).map((text) => JSON.parse(text) as Answer);
    const mine = answers.filter((answer) => answer.id === id);
    if (mine.length > 1) throw new Error(`${mine.length} answers`);
    if (mine[0]) {
      line.peer?.sent.splice(0);
      return mine[0];
    }
    await settled();
  }
  throw new Error(`no answer to request ${id}`);
}

describe("lock files", () => {
  const lockKey = fc.constantFrom("workspaceFolders", "pid", "ideName", "transport", "authToken", "port");
  const nearLock = fc.record({
    port: fc.oneof(fc.nat(70_000), anyJson),
    authToken: anyJson,
    pid: fc.oneof(fc.integer(), anyJson),
    projectPath: fc.oneof(fc.string(), anyJson),
    workspaceFolders: fc.oneof(fc.array(fc.string()), anyJson),
    ideName: fc.oneof(fc.string(), anyJson),
    transport: fc.oneof(fc.constant("ws"), anyJson),
    runningInWindows: fc.oneof(fc.boolean(), anyJson),
    idebridge: fc.oneof(fc.record({ dialect: anyJson }), anyJson),
  });
  const someLock = fc
    .tuple(nearLock, fc.array(lockKey))
    .map(([lock, left]) =>
      Object.fromEntries(Object.entries(lock).filter(([key]) => !left.includes(key as never))),
    );
  const fileName = fc.oneof(fc.constantFrom("12345.lock", "12345.json", "0.lock", "99999.lock"), anyText);

  it("are read without an exception, whatever they hold", () => {
    const contents = fc.oneof(
      anyText,
      someLock.map((lock) => JSON.stringify(lock)),
      anyJson.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fileName, contents, (name, text) => {
        const lock = readLock(name, text);
        if (typeof lock === "string") return lock !== "";
        const { port, pid, token, folders, name: ide } = lock;
        const isPid = pid === undefined || (Number.isInteger(pid) && pid > 0);
        const isToken = token === undefined || typeof token === "string";
        const areFolders = folders.every((folder) => typeof folder === "string");
        return (
          Number.isInteger(port) &&
          port > 0 &&
          port < 65_536 &&
          isPid &&
          isToken &&
          areFolders &&
          typeof ide === "string"
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each(everyDialect)("of $name are read as they were written", ({ name, lock: form }) => {
    const anyLock = fc.record({
      port: fc.integer({ min: 1, max: 65_535 }),
      token: fc.string({ unit: "binary" }),
      pid: fc.integer({ min: 1 }),
      name: fc.string({ unit: "binary" }),
      folders: fc.array(
        fc.string({ minLength: 1 }).map((each) => `/${each}`),
        { maxLength: name === "nexus" ? 1 : 3 },
      ),
      transport: fc.constant("ws"),
      runningInWindows: name === "nexus" ? fc.constant(false) : fc.boolean(),
      dialect: fc.constant(name),
    });
    fc.assert(
      fc.property(anyLock, (lock: Lock) => {
        const text = JSON.stringify(form.write(lock, "posix"));
        expect(readLock(`${lock.port}${form.extension}`, text)).toEqual(lock);
      }),
    );
  });
});

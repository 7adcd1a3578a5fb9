import { dialects, jsonSchemaOf } from "@idebridge/sdk/core";
import type { Random } from "./random.ts";

/** A message, as text: a valid one of any dialect, with anything between nothing and all of it spoiled. */
export function hostileMessage(random: Random, workspace: string): string {
  if (random.chance(0.005)) return hostileBatch(random, workspace);
  if (random.chance(0.002)) return deepMessage(random);
  const message = validMessage(random, workspace);
  for (let count = random.below(4); count > 0; count--) spoil(message, random);
  const text = JSON.stringify(message);
  return random.chance(0.15) ? spoilText(text, random) : text;
}

function hostileBatch(random: Random, workspace: string): string {
  const length = random.pick([0, 1, 10, 100, random.chance(0.3) ? 3_000 : 300]);
  const repeated = random.chance(0.5) ? JSON.stringify(validMessage(random, workspace)) : undefined;
  const items = Array.from(
    { length },
    () => repeated ?? (random.chance(0.2) ? "1" : JSON.stringify(validMessage(random, workspace))),
  );
  return `[${items.join()}]`;
}

function deepMessage(random: Random): string {
  const depth = random.pick([1_000, 30_000, 100_000]);
  const deep = random.chance(0.5)
    ? "[".repeat(depth) + "]".repeat(depth)
    : `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  return random.pick([
    deep,
    `{"jsonrpc":"2.0","id":1,"error":${deep}}`,
    `{"jsonrpc":"2.0","id":1,"result":${deep}}`,
    `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`,
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"clientInfo":${deep},"capabilities":${deep}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"openFile","arguments":${deep}}}`,
  ]);
}

export type Json = Record<string, unknown>;

const tools = Object.values(dialects).flatMap((dialect) => dialect.tools);
const requests = Object.values(dialects).flatMap((dialect) => dialect.requests);
const notifications = ["notifications/initialized", "initialized", "ide_connected", "no_such_notification"];

function validMessage(random: Random, workspace: string): Json {
  const id = random.pick([random.below(1000), `text ${random.below(9)}`, 0, "", null, -1, 1.5, 2 ** 53]);
  const request = (method: string, params?: unknown): Json => ({ jsonrpc: "2.0", id, method, params });
  const notification = (method: string, params: unknown): Json => ({ jsonrpc: "2.0", method, params });
  const kind = random.below(20);
  if (kind < 10) {
    const tool = random.pick(tools);
    const args = validArguments(jsonSchemaOf(tool.input), random, workspace);
    return request("tools/call", { name: tool.name, arguments: args, _meta: { progressToken: id } });
  }
  switch (kind) {
    case 10:
    case 11: {
      const { name, input } = random.pick(requests);
      return request(name, validArguments(jsonSchemaOf(input), random, workspace));
    }
    case 12:
      return request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: { roots: { listChanged: true } },
        clientInfo: { name: random.pick(["hostile", "claude-code"]), version: "1" },
      });
    case 13:
      return request(random.pick(["ping", "tools/list", "resources/list", "prompts/list", "initialized"]));
    case 14:
      return notification(random.pick(notifications), { pid: random.below(99_999) });
    case 15:
      return notification("notifications/roots/list_changed", {});
    case 16:
      return notification("notifications/cancelled", { requestId: id, reason: "no" });
    case 17:
      return { jsonrpc: "2.0", id, result: { roots: [{ uri: `file://${workspace}` }, { uri: "%" }, 1] } };
    case 18:
      return { jsonrpc: "2.0", id, error: random.pick<unknown>([null, 1, [{ toString: 1 }], { code: 1 }]) };
    default:
      return request(random.pick(["__proto__", "constructor", "no/such/method", ""]), {});
  }
}

function validArguments(schema: Json, random: Random, workspace: string): Json {
  const properties = Object.keys((schema.properties ?? {}) as object);
  return Object.fromEntries(properties.map((key) => [key, validArgument(key, random, workspace)]));
}

function validArgument(key: string, random: Random, workspace: string): unknown {
  const file = `${workspace}/${random.pick(["a.ts", "b.md", ".env", "none.ts", "../../etc/passwd"])}`;
  const position = { line: random.below(5), character: random.below(5) };
  if (/paths$/.test(key)) return [file, file];
  if (/uri/.test(key)) return random.chance(0.5) ? `file://${file}` : null;
  if (/path/i.test(key)) return file;
  if (/preview|make|select/.test(key)) return random.chance(0.5);
  if (key === "range") return { start: position, end: position };
  if (key === "line" || key === "character") return random.below(9);
  // Few names, so that reviews take each other's place.
  return key === "tab_name" ? `tab ${random.below(30)}` : "text";
}

/** Changes one thing in it, somewhere. */
export function spoil(message: Json, random: Random): void {
  let place: Json = message;
  for (let depth = random.below(4); depth > 0; depth--) {
    const inside = Object.values(place).filter((value) => typeof value === "object" && value !== null);
    if (inside.length === 0) break;
    place = random.pick(inside) as Json;
  }
  const keys = Object.keys(place);
  const key = keys.length > 0 && random.chance(0.8) ? random.pick(keys) : random.pick(evilKeys);
  if (random.chance(0.25)) delete place[key];
  else Object.defineProperty(place, key, { value: evilValue(random), ...ordinary });
}

const ordinary = { enumerable: true, configurable: true, writable: true } as const;
const evilKeys = ["__proto__", "constructor", "prototype", "toString", "id", "method", "result", "error", ""];

export function evilValue(random: Random): unknown {
  const kind = random.below(14);
  if (kind < 8) return JSON.parse(random.pick(evilTexts));
  if (kind === 8) return "x".repeat(random.pick([100, 5_000, random.chance(0.05) ? 300_000 : 1]));
  if (kind === 9)
    return Array.from({ length: random.pick([1, 10, random.chance(0.1) ? 2_000 : 50]) }, () =>
      JSON.parse(random.pick(evilTexts)),
    );
  if (kind === 10)
    return JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}');
  if (kind === 11) return JSON.parse("[".repeat(200) + "]".repeat(200));
  if (kind === 12) return String.fromCharCode(random.below(65_536), random.below(65_536));
  return random.next() * 10 ** random.below(300);
}

/** As JSON: each use gets a value of its own, to be spoilt further. */
const evilTexts = [
  null,
  true,
  0,
  -1,
  2 ** 53,
  1e308,
  "",
  "\0",
  "\ud800",
  "\udc00\ud800",
  "\u2028",
  "💥",
  [],
  {},
  [[]],
  { toString: 1 },
  { length: -1 },
  "file:///%00",
  "file://%zz",
  "file://elsewhere/a",
  "C:\\a",
  "/..",
  "../..",
  "untitled:1",
].map((value) => JSON.stringify(value));

export function spoilText(text: string, random: Random): string {
  const at = random.below(text.length);
  switch (random.below(8)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text + text;
    case 2:
      return `${text.slice(0, at)}${text.slice(at, at + 20).repeat(3)}${text.slice(at)}`;
    case 3:
      return `${text.slice(0, at)}\0${text.slice(at)}`;
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.below(55_000)) + text.slice(at + 1);
    case 5:
      return text.replace(/\d+/, "1e400");
    case 6:
      return text.replace(/"id":[^,}]*/, '"id":1,"id":"twice"');
    default:
      return `\ufeff${text}`;
  }
}

/** A value with the place where it stands, so that errors can name it. */
export type JsonNode = { readonly offset: number } & (
  | { readonly kind: "scalar"; readonly value: string | number | boolean | null }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "object"; readonly entries: readonly JsonEntry[] }
);

export interface JsonEntry {
  readonly key: string;
  readonly keyOffset: number;
  readonly node: JsonNode;
}

export class JsoncError extends Error {
  override readonly name = "JsoncError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const mostNested = 100;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const quotedText = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const blank = /(?:[ \t\r\n]+|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;

/** JSON with comments and with commas at the end of lists, as editors allow in settings. */
export function parseJsonc(text: string): JsonNode {
  let at = text.startsWith("\ufeff") ? 1 : 0;

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const skip = () => {
    take(blank);
    if (text.startsWith("/*", at)) throw new JsoncError("This comment has no end", at);
  };
  const fail = (expected: string): never => {
    const found =
      text[at] === undefined
        ? "the end of the file"
        : JSON.stringify(String.fromCodePoint(text.codePointAt(at)!));
    throw new JsoncError(`Expected ${expected}, found ${found}`, at);
  };
  const takeString = (): string => {
    const start = at;
    const found = take(quotedText);
    if (found === undefined)
      throw new JsoncError("This string is not closed, or holds a character it may not", start);
    return JSON.parse(found);
  };

  /** Calls `item` for each element between the brackets. */
  const list = (close: string, item: () => void) => {
    at++;
    for (skip(); text[at] !== close; skip()) {
      item();
      skip();
      if (text[at] === ",") at++;
      else if (text[at] !== close) fail(`a comma or ${close}`);
    }
    at++;
  };
  const value = (depth: number): JsonNode => {
    skip();
    const offset = at;
    if (depth > mostNested) throw new JsoncError("This is nested too deeply", offset);
    if (text[at] === '"') return { kind: "scalar", value: takeString(), offset };
    if (text[at] === "[") {
      const items: JsonNode[] = [];
      list("]", () => items.push(value(depth + 1)));
      return { kind: "array", items, offset };
    }
    if (text[at] === "{") {
      const entries: JsonEntry[] = [];
      list("}", () => {
        const keyOffset = at;
        if (text[at] !== '"') fail("a name in double quotes");
        const key = takeString();
        skip();
        if (text[at] !== ":") fail("a colon");
        at++;
        entries.push({ key, keyOffset, node: value(depth + 1) });
      });
      return { kind: "object", entries, offset };
    }
    const word = take(scalar);
    return word === undefined ? fail("a value") : { kind: "scalar", value: JSON.parse(word), offset };
  };

  const root = value(0);
  skip();
  if (at < text.length) fail("the end of the file");
  return root;
}

/** The plain value of a node. Of two entries with one name the last counts, as in JSON. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plainValue);
  // fromEntries, not assignment: a key called __proto__ is a key like any other.
  return Object.fromEntries(node.entries.map(({ key, node }) => [key, plainValue(node)]));
}

/** As editors count: lines and columns from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text
    .slice(0, offset)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

import type { Json } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";

/** A value that a JSON Schema allows, more or less: paths and positions are mostly those of the project. */
export function fromSchema(schema: Json, random: Random, workspace: string, key = ""): unknown {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fromSchema(random.pick(choices), random, workspace, key);
  if (schema.enum) return random.pick(schema.enum as unknown[]);
  if ("const" in schema) return schema.const;
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>)
          .filter(() => random.chance(0.9))
          .map(([name, inner]) => [name, fromSchema(inner, random, workspace, name)]),
      );
    case "array":
      return Array.from({ length: random.below(4) }, () =>
        fromSchema((schema.items ?? {}) as Json, random, workspace, key),
      );
    case "number":
    case "integer":
      return random.pick([0, 1, 2, random.below(50), -1, 2 ** 31, 2 ** 53, 1e308]);
    case "boolean":
      return random.chance(0.5);
    case "null":
      return null;
    default:
      return textFor(key, random, workspace);
  }
}

function textFor(key: string, random: Random, workspace: string): string {
  if (/uri/i.test(key)) return `file://${fileIn(random, workspace)}`;
  if (/path|file/i.test(key)) return fileIn(random, workspace);
  return random.pick([
    "text",
    "",
    "const",
    "\ud800",
    "\0",
    "é".repeat(2_000),
    "a\r\nb\rc\n",
    "tab 1",
    "../..",
  ]);
}

export function fileIn(random: Random, workspace: string): string {
  const name = random.pick([
    "a.ts",
    "b.md",
    "none.ts",
    "sub",
    "",
    ".",
    "a.ts/x",
    ".env",
    "x".repeat(300),
    "\0",
    "é .ts",
  ]);
  return random.chance(0.1) ? name : `${workspace}/${name}`;
}

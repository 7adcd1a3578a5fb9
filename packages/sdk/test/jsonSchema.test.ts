import { dialects, jsonSchemaOf } from "@idebridge/sdk/core";
import { toJsonSchema, toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, it } from "vitest";

const tools = Object.values(dialects).flatMap(({ name, tools, requests }) =>
  [...tools, ...requests].map((tool) => ({ name: `${tool.name} (${name})`, input: tool.input })),
);

describe("the JSON Schema of a tool", () => {
  it.each(tools)("$name is what valibot's own converter makes", ({ input }) => {
    expect(jsonSchemaOf(input)).toEqual(official(input as unknown as v.GenericSchema));
  });

  it.each<[string, v.GenericSchema]>([
    ["strict objects", v.strictObject({ a: v.string() })],
    ["records", v.record(v.string(), v.number())],
    ["picklists", v.picklist(["a", "b"])],
    ["literals", v.literal(3)],
    ["unions", v.union([v.string(), v.null()])],
    ["lengths", v.pipe(v.string(), v.minLength(1), v.maxLength(9))],
    ["bounds", v.pipe(v.number(), v.minValue(1), v.maxValue(9))],
    ["patterns", v.pipe(v.string(), v.regex(/^a+$/))],
    ["defaults", v.object({ a: v.optional(v.number(), 3), b: v.nullish(v.string()) })],
    ["titles", v.pipe(v.boolean(), v.title("yes?"))],
    ["nested arrays", v.array(v.array(v.object({ x: v.unknown() })))],
  ])("%s are what valibot's own converter makes", (_name, schema) => {
    expect(jsonSchemaOf(schema as never)).toEqual(official(schema));
  });

  it("of what it cannot describe says what to do, and that works", () => {
    const schema = v.object({ when: v.pipe(v.string(), v.isoDate()) });
    expect(() => jsonSchemaOf(schema)).toThrow(/iso_date.*toStandardJsonSchema/);
    expect(jsonSchemaOf(toStandardJsonSchema(schema) as never)).toEqual(official(schema));
  });
});

function official(schema: v.GenericSchema): unknown {
  const { $schema: _, ...json } = toJsonSchema(schema, { typeMode: "input" });
  return json;
}

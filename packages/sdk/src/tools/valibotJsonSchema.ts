import type { GenericSchema } from "valibot";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { JsonSchema } from "./schema.ts";

/** What valibot keeps of a schema, as far as arguments of tools need it. */
interface Node {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Node[];
  readonly entries?: Readonly<Record<string, Node>>;
  readonly item?: Node;
  readonly key?: Node;
  readonly value?: Node | unknown;
  readonly wrapped?: Node;
  readonly default?: unknown;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly description?: string;
  readonly title?: string;
}

/**
 * A valibot schema as JSON Schema: the kinds that arguments of tools are made of. The official converter
 * knows all kinds, but would be an eighth of the whole server.
 */
export function valibotJsonSchema(schema: GenericSchema): JsonSchema {
  return convert(schema as unknown as Node);
}

function convert(node: Node): JsonSchema {
  const [base = node, ...actions] = node.pipe ?? [node];
  return Object.assign({}, ofType(base), ...actions.map(ofAction));
}

function ofType(node: Node): JsonSchema {
  switch (node.type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
      return { type: node.type };
    case "any":
    case "unknown":
      return {};
    case "literal":
      return { const: node.literal };
    case "picklist":
    case "enum":
      return { enum: node.options, ...(node.options!.every(isText) && { type: "string" }) };
    case "array":
      return { type: "array", items: convert(node.item!) };
    case "record":
      return {
        type: "object",
        propertyNames: convert(node.key!),
        additionalProperties: convert(node.value as Node),
      };
    case "object":
    case "loose_object":
    case "strict_object":
      return ofObject(node);
    case "union":
    case "variant":
      return { anyOf: (node.options as readonly Node[]).map(convert) };
    case "optional":
    case "exact_optional":
      return withDefault(node, convert(node.wrapped!));
    case "nullable":
    case "nullish":
      return withDefault(node, { anyOf: [convert(node.wrapped!), { type: "null" }] });
  }
  throw unknown(node);
}

function ofObject({ type, entries = {} }: Node): JsonSchema {
  const isOptional = (entry: Node) =>
    ["optional", "exact_optional", "nullish"].includes((entry.pipe?.[0] ?? entry).type);
  const names = Object.keys(entries);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, convert(entries[name]!)])),
    required: names.filter((name) => !isOptional(entries[name]!)),
    ...(type === "strict_object" && { additionalProperties: false }),
  };
}

function ofAction(action: Node): JsonSchema {
  const { requirement } = action;
  switch (action.type) {
    case "description":
      return { description: action.description };
    case "title":
      return { title: action.title };
    case "integer":
    case "safe_integer":
      return { type: "integer" };
    case "min_value":
      return { minimum: requirement };
    case "max_value":
      return { maximum: requirement };
    case "min_length":
      return { minLength: requirement };
    case "max_length":
      return { maxLength: requirement };
    case "non_empty":
      return { minLength: 1 };
    case "regex":
      return { pattern: (requirement as RegExp).source };
    // What changes the value after the check does not matter to the one who sends it.
    case "transform":
    case "trim":
    case "readonly":
    case "brand":
      return {};
  }
  throw unknown(action);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function withDefault(node: Node, schema: JsonSchema): JsonSchema {
  return node.default === undefined ? schema : { ...schema, default: node.default };
}

function unknown({ type }: Node): IdeBridgeError {
  return new IdeBridgeError(
    "INVALID_ARGUMENT",
    `Tools cannot describe valibot's "${type}" to agents: wrap the schema in toStandardJsonSchema of @valibot/to-json-schema`,
  );
}

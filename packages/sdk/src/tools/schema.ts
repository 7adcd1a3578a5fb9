import { type GenericSchema, safeParse } from "valibot";
import { IdeBridgeError, RpcError } from "../protocol/errors.ts";
import { valibotJsonSchema } from "./valibotJsonSchema.ts";

/**
 * What checks a tool's arguments: a schema of any library that follows the Standard Schema convention
 * (valibot, zod, arktype…). The library's own tools use valibot.
 */
export interface Schema<Output = unknown> {
  readonly "~standard": {
    readonly vendor: string;
    readonly validate: (value: unknown) => Checked<Output> | Promise<Checked<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
    readonly jsonSchema?: { readonly input: (options: { target: "draft-07" }) => JsonSchema };
  };
}

type Checked<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | PathPart)[] | undefined;
}

interface PathPart {
  readonly key: PropertyKey;
  /** Of valibot: whether the key is wrong or its value. */
  readonly origin?: unknown;
  readonly value?: unknown;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the checked arguments, or throws -32602 with what is wrong where. */
export function checkArguments(schema: Schema, args: unknown): unknown {
  const checked = validate(schema, args ?? {});
  return checked instanceof Promise ? checked.then(valueOrThrow) : valueOrThrow(checked);
}

/** With valibot the first problem only: of a million wrong items each would be a problem of its own. */
function validate(schema: Schema, args: unknown): Checked<unknown> | Promise<Checked<unknown>> {
  if (!isSyncValibot(schema)) return schema["~standard"].validate(args);
  const { success, output, issues } = safeParse(schema, args, { abortEarly: true });
  return success ? { value: output } : { issues: issues as readonly Issue[] };
}

function isSyncValibot(schema: unknown): schema is GenericSchema {
  const { async, "~standard": standard } = schema as GenericSchema;
  return standard.vendor === "valibot" && !async;
}

function valueOrThrow(checked: Checked<unknown>): unknown {
  if (checked.issues === undefined) return checked.value;
  const problems = checked.issues.map((issue) => {
    const path = issue.path?.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
    if (path && isMissing(issue.path?.at(-1))) return `${path} is missing`;
    return path ? `${path}: ${issue.message}` : issue.message;
  });
  throw new RpcError(RpcError.invalidParams, `Invalid params: ${problems.join("; ")}`);
}

function isMissing(part: PropertyKey | PathPart | undefined): boolean {
  return typeof part === "object" && part.origin === "key" && part.value === undefined;
}

const jsonSchemas = new WeakMap<Schema, JsonSchema>();

/** The schema as JSON Schema, for `tools/list`. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  let json = jsonSchemas.get(schema);
  if (json === undefined) {
    json = convert(schema);
    jsonSchemas.set(schema, json);
  }
  return json;
}

function convert(schema: Schema): JsonSchema {
  const standard = schema["~standard"];
  if (standard.jsonSchema) {
    const { $schema: _, ...json } = standard.jsonSchema.input({ target: "draft-07" });
    return json;
  }
  if (standard.vendor === "valibot") return valibotJsonSchema(schema as unknown as GenericSchema);
  throw new IdeBridgeError(
    "INVALID_ARGUMENT",
    `The schema library "${standard.vendor}" cannot describe itself as JSON Schema: use valibot, or a newer version of it`,
  );
}

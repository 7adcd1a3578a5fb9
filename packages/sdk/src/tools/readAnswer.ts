import * as v from "valibot";
import { IdeBridgeError } from "../protocol/errors.ts";
import { type ToolResult, textsOf } from "../protocol/mcp.ts";

/** The JSON in the first text block of an answer. */
export function readJson<Output>(result: ToolResult, schema: v.GenericSchema<unknown, Output>): Output {
  const answer = readText(result);
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    throw unexpected(answer);
  }
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) throw unexpected(answer);
  return parsed.output;
}

export function readText(result: ToolResult): string {
  return textsOf(result)[0] ?? "";
}

export function unexpected(answer: string): IdeBridgeError {
  return new IdeBridgeError(
    "UNEXPECTED_ANSWER",
    `The IDE gave an answer that is not understood: ${JSON.stringify(answer.slice(0, 200))}`,
  );
}

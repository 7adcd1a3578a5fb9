import { isObject } from "../protocol/jsonRpc.ts";
import { json, type ToolResult, text } from "../protocol/mcp.ts";

/** What a tool returned, as MCP wants it: content blocks as they are, a string as text, anything else as JSON. */
export function asToolResult(value: unknown): ToolResult {
  if (isObject(value) && Array.isArray(value.content)) return value as unknown as ToolResult;
  if (typeof value === "string") return text(value);
  return value === undefined ? text("OK") : json(value);
}

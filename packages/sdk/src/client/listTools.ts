import { RpcError } from "../protocol/errors.ts";
import { isObject } from "../protocol/jsonRpc.ts";
import type { ToolDescription } from "../protocol/mcp.ts";

/** A server that goes on for longer than this does not mean well. */
const mostPages = 100;

/** All pages of the list. A server that has no tools at all is fine too. */
export async function listTools(
  request: (method: string, params: object) => Promise<unknown>,
): Promise<readonly ToolDescription[]> {
  const tools: ToolDescription[] = [];
  let cursor: unknown;
  try {
    for (let page = 0; page < mostPages; page++) {
      const answer = await request("tools/list", cursor === undefined ? {} : { cursor });
      if (!isObject(answer)) break;
      if (Array.isArray(answer.tools)) tools.push(...answer.tools.filter(isToolDescription));
      if (typeof answer.nextCursor !== "string" || answer.nextCursor === "") break;
      cursor = answer.nextCursor;
    }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
  return tools;
}

function isToolDescription(tool: unknown): tool is ToolDescription {
  return isObject(tool) && typeof tool.name === "string";
}

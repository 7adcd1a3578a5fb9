import type { Call, Capability, Editor } from "../editor/editor.ts";
import type { ToolResult } from "../protocol/mcp.ts";
import type { Operation, OperationName } from "./operations.ts";
import type { ReviewDesk } from "./reviewDesk.ts";
import type { Schema } from "./schema.ts";
import type { WirePaths } from "./wirePaths.ts";

/**
 * Something an agent can call, both ends of it: what the server does and answers, and how a client
 * asks and understands the answer.
 */
export interface Tool<Arguments = unknown> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema<Arguments>;
  /** The tool is offered only by editors that have one of these. */
  readonly needs?: readonly Capability[];
  /** Waits for a person or a kernel: no deadline. */
  readonly blocking?: boolean;
  /** A string becomes a text block, another value its JSON. Throw to report a failure. */
  run(args: Arguments, call: ToolCall): unknown;
  readonly client?: ClientSide;
}

/** What a running tool can reach. */
export interface ToolCall extends Call {
  /** The editor, less what the user does not share. */
  readonly editor: Editor;
  readonly paths: WirePaths;
  readonly reviews: ReviewDesk;
}

/** How a client performs one operation with this tool. */
export interface ClientSide<Name extends OperationName = OperationName> {
  readonly operation: Name;
  ask(input: Operation<Name>["input"], paths: WirePaths): Readonly<Record<string, unknown>>;
  understand(
    result: ToolResult,
    paths: WirePaths,
    input: Operation<Name>["input"],
  ): Operation<Name>["output"];
}

/** Types a tool by its schema. For the tools of the library and for those that authors add. */
export function defineTool<Arguments>(tool: Tool<Arguments>): Tool {
  return tool as Tool;
}

/** Types the client's side of a tool by its operation. */
export function clientSide<Name extends OperationName>(side: ClientSide<Name>): ClientSide {
  return side as unknown as ClientSide;
}

import type { Call, Capability, Editor, FileDiagnostics } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";
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
  /** For a caller that waits less than other calls may take. */
  patience?(args: Arguments, call: ToolCall): Patience | undefined;
  readonly client?: ClientSide;
}

/** How long a caller waits, and what it is answered then. The call itself goes on: the next one may find it done. */
export interface Patience {
  readonly milliseconds: number;
  answer(): unknown;
}

/** The editor, less what the user does not share. Texts can always be read: of documents, else from disk. */
export type SharedEditor = Editor & Required<Pick<Editor, "readText">>;

/** What a running tool can reach. */
export interface ToolCall extends Call {
  /** What the client sent beside the arguments. */
  readonly meta: Readonly<Record<string, unknown>>;
  readonly editor: SharedEditor;
  readonly paths: WirePaths;
  readonly reviews: ReviewDesk;
  /** The problems that the editor last told, of one file or of all, without asking it. */
  lastDiagnostics(path: string | undefined): readonly FileDiagnostics[];
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

/** A tool as its author writes it. A schema may be given as a function, and is then made when first needed. */
export interface ToolDefinition<Arguments> extends Omit<Tool<Arguments>, "input"> {
  readonly input: Schema<Arguments> | (() => Schema<Arguments>);
}

/** Types a tool by its schema. For the tools of the library and for those that authors add. */
// @__NO_SIDE_EFFECTS__
export function defineTool<Arguments>(definition: ToolDefinition<Arguments>): Tool {
  const { input } = definition;
  // Schemas of some libraries are functions themselves.
  const schema = lazy(() => ("~standard" in input ? input : input()));
  return {
    ...definition,
    get input() {
      return schema();
    },
  } as Tool;
}

/** Types the client's side of a tool by its operation. */
// @__NO_SIDE_EFFECTS__
export function clientSide<Name extends OperationName>(side: ClientSide<Name>): ClientSide {
  return side as unknown as ClientSide;
}

import type { Client, FileDiagnostics } from "../editor/editor.ts";
import { Cancellation } from "../protocol/cancellation.ts";
import { isObject, type Params } from "../protocol/jsonRpc.ts";
import type { ReviewDesk } from "../tools/reviewDesk.ts";
import type { SharedEditor, ToolCall } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";

/** What a call needs of its server. */
export interface CallOwner {
  readonly editor: SharedEditor;
  readonly paths: WirePaths;
  readonly lastDiagnostics: ToolCall["lastDiagnostics"];
}

/** A tool call under way, as the tool sees it and as the session can end it. */
export class RunningCall extends Cancellation implements ToolCall {
  /** The name of the tool. */
  readonly tool: string;
  readonly client: Client;
  readonly editor: SharedEditor;
  readonly paths: WirePaths;
  readonly reviews: ReviewDesk;
  readonly meta: Params;
  readonly #lastDiagnostics: ToolCall["lastDiagnostics"];

  constructor(tool: string, client: Client, owner: CallOwner, reviews: ReviewDesk, meta: unknown) {
    super();
    this.tool = tool;
    this.client = client;
    this.editor = owner.editor;
    this.paths = owner.paths;
    this.reviews = reviews;
    this.meta = isObject(meta) ? meta : {};
    this.#lastDiagnostics = owner.lastDiagnostics;
  }

  /** Claude Code says so; others do not tell. */
  get byModel(): boolean {
    return "claudecode/toolUseId" in this.meta;
  }

  lastDiagnostics(path: string | undefined): readonly FileDiagnostics[] {
    return this.#lastDiagnostics(path);
  }
}

import type { Client, Editor } from "../editor/editor.ts";
import { Cancellation } from "../protocol/cancellation.ts";
import type { ReviewDesk } from "../tools/reviewDesk.ts";
import type { ToolCall } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";

/** A tool call under way, as the tool sees it and as the session can end it. */
export class RunningCall extends Cancellation implements ToolCall {
  readonly client: Client;
  readonly editor: Editor;
  readonly paths: WirePaths;
  readonly reviews: ReviewDesk;

  constructor(client: Client, editor: Editor, paths: WirePaths, reviews: ReviewDesk) {
    super();
    this.client = client;
    this.editor = editor;
    this.paths = paths;
    this.reviews = reviews;
  }
}

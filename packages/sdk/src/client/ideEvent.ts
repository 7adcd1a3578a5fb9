import type { FileDiagnostics, Mention, Selection } from "../editor/editor.ts";
import type { IdeBridgeError } from "../protocol/errors.ts";
import type { Params } from "../protocol/jsonRpc.ts";

/** What an IDE announces, in one form for all dialects, and how the connection fares. */
export type IdeEvent =
  | { readonly type: "selection"; readonly selection: Selection | undefined }
  | { readonly type: "mention"; readonly mention: Mention }
  | { readonly type: "diagnostics"; readonly file: FileDiagnostics }
  | { readonly type: "toolsChanged" }
  | { readonly type: "connected" }
  /** The connection broke; attempt number `attempt` follows after `milliseconds`. */
  | { readonly type: "reconnecting"; readonly attempt: number; readonly milliseconds: number }
  /** The end. `error` is left out when the caller closed it. */
  | { readonly type: "closed"; readonly error?: IdeBridgeError }
  /** Anything else the server sent. */
  | { readonly type: "notification"; readonly method: string; readonly params: Params };

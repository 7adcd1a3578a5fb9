import type { Client, Mention } from "../editor/editor.ts";
import type { ToolResult } from "../protocol/mcp.ts";
import type { CloseReason } from "../protocol/transport.ts";

/** A message between the server and a client, as it is on the wire. */
export interface PassedMessage {
  readonly client: Client;
  readonly direction: "received" | "sent";
  readonly text: string;
}

/** What happens at a server, for status lines and logs. */
export type ServerEvent =
  | { readonly type: "clientConnected"; readonly client: Client }
  /** It has introduced itself: name and version are known. */
  | { readonly type: "clientReady"; readonly client: Client }
  /** Its pid or its folders are known now, or have changed. */
  | { readonly type: "clientChanged"; readonly client: Client }
  | { readonly type: "clientDisconnected"; readonly client: Client; readonly reason: CloseReason }
  /** Somebody was turned away, with what is wrong. */
  | { readonly type: "refused"; readonly reason: string }
  | {
      readonly type: "toolCalled";
      readonly client: Client;
      readonly tool: string;
      readonly arguments: unknown;
    }
  | {
      readonly type: "toolAnswered";
      readonly client: Client;
      readonly tool: string;
      readonly result: ToolResult;
    }
  | { readonly type: "sharingChanged"; readonly paused: boolean }
  /** Nobody came to take it. */
  | { readonly type: "mentionExpired"; readonly mention: Mention };

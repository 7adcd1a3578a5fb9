import type { FileDiagnostics, Mention, Selection } from "../editor/editor.ts";
import type { RequestId } from "../protocol/jsonRpc.ts";
import type { Lock } from "../protocol/lockFile.ts";
import type { Platform } from "../protocol/paths.ts";
import type { Tool } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";

export const dialectNames = ["claude-code", "jetbrains", "nexus", "obsidian", "kale"] as const;
export type DialectName = (typeof dialectNames)[number];

export function isDialectName(name: unknown): name is DialectName {
  return dialectNames.some((known) => known === name);
}

/** How tools, notifications, lock file and handshake look on the wire. */
export interface Dialect {
  readonly name: DialectName;
  /** Where the dialect is described. */
  readonly source: string;
  readonly tools: readonly Tool[];
  /** Requests beside MCP's own; the name of each is its method. */
  readonly requests: readonly Tool[];
  /** What `initialize` is answered with. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly notifications: NotificationForms;
  paths(place: Place): WirePaths;
  readonly handshake: Handshake;
  readonly keepalive: Keepalive;
  readonly lock: LockForm;
  /** How results are written, where it is not the usual form. */
  encodeResult?(id: RequestId, result: unknown): string;
}

/** Where paths are to be understood. */
export interface Place {
  readonly platform: Platform;
  folders(): readonly string[];
  /** Where links lead; `undefined` when the file does not exist. Only servers look at the disk. */
  realPath?(path: string): string | undefined;
}

export interface NotificationForms {
  /** `undefined`: no text editor has the focus. */
  selection(selection: Selection | undefined, paths: WirePaths): readonly WireNotification[];
  mention(mention: Mention, paths: WirePaths): WireNotification;
  diagnostics(file: FileDiagnostics, paths: WirePaths): WireNotification | undefined;
  /** Sent by the server to a client that has just introduced itself. */
  connected?(folder: string | undefined, paths: WirePaths): WireNotification;
}

export interface WireNotification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Handshake {
  /** The path that clients dial. Servers accept any: today's Claude Code dials "/" whatever the server. */
  readonly path: "/" | "/mcp";
  /** Whether the subprotocol `mcp` must be asked for. One that is asked for is always checked. */
  readonly subprotocol: "required" | "optional";
  /** A bad token is refused with 401 at the upgrade, or with close 1008 after it. */
  readonly refusal: 401 | 1008;
  readonly token: "uuid" | "64 bytes";
  readonly ports: { readonly first: number; readonly last: number };
  /** Larger messages are sent in frames of this size. */
  readonly frameBytes?: number;
}

/** How dead clients are found: WebSocket pings, or JSON-RPC `ping` requests. */
export type Keepalive =
  | { readonly kind: "websocket"; readonly everyMilliseconds: number }
  | { readonly kind: "request"; readonly everyMilliseconds: number; readonly answerMilliseconds: number };

export interface LockForm {
  /** In the folder `ide` of Claude's configuration, or in `.claude-code` of the home folder. */
  readonly folder: "ide" | ".claude-code";
  readonly extension: ".lock" | ".json";
  write(lock: Lock, platform: Platform): object;
}

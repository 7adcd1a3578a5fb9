import type { FileDiagnostics, Unsubscribe } from "@idebridge/sdk";
import type {
  ApplyWorkspaceEditParams,
  ProtocolRequestType,
  ServerCapabilities,
} from "vscode-languageserver-protocol";
import type { LanguageServerInfo } from "../control/controlProtocol.ts";

/** What the rest of idebridge asks of the language servers of a workspace. `LanguageServers` is it. */
export interface LanguageService {
  /**
   * Asks the first server for this file that can do it, starting one if need be. The server knows the file as it is
   * now: the text of the open document, else that on disk. `undefined` when no server can.
   * Rejects with a `LanguageServerError` when the server fails, and when the signal aborts.
   */
  request<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<R | undefined>;

  /** Asks every server for this file that can do it, such as for code actions. Servers that fail are left out. */
  requestEach<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<readonly ServerAnswer<R>[]>;

  /** Asks every server that runs and can do it, such as for `workspace/symbol`. Servers that fail are left out. */
  requestAll<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<readonly R[]>;

  /** The servers for a file, started and ready. Empty when there are none, or they fail. */
  forFile(path: string, signal?: AbortSignal): Promise<readonly ReadyServer[]>;

  /**
   * Where edits go that a server wants to make itself, which it does while it runs a command of a code action.
   * Answers whether they were applied. Without one they are refused.
   */
  onApplyEdit: ((params: ApplyWorkspaceEditParams) => Promise<boolean>) | undefined;

  /** The problems that are known, of every file that has some. */
  diagnostics(): readonly FileDiagnostics[];

  infos(): readonly LanguageServerInfo[];
  subscribe(listener: (event: LanguageEvent) => void): Unsubscribe;
  close(): Promise<void>;
}

/** The answer of one of several servers. */
export interface ServerAnswer<R> {
  readonly answer: R;
  /** Asks the same server more about it. */
  ask<P, Next, PR, E, RO>(type: ProtocolRequestType<P, Next, PR, E, RO>, params: P): Promise<Next>;
}

export interface ReadyServer {
  readonly name: string;
  readonly capabilities: ServerCapabilities;
}

export type LanguageEvent =
  /** Files whose problems have changed, each with all that it has now. */
  { readonly type: "diagnostics"; readonly files: readonly FileDiagnostics[] } | { readonly type: "servers" };

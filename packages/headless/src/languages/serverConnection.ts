import { basename } from "node:path";
import type { Logger } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import {
  type ApplyWorkspaceEditParams,
  ApplyWorkspaceEditRequest,
  CancellationTokenSource,
  ConfigurationRequest,
  createProtocolConnection,
  DiagnosticRefreshRequest,
  DidChangeConfigurationNotification,
  ErrorCodes,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  type ProtocolConnection,
  type ProtocolNotificationType,
  type ProtocolRequestType,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  type Registration,
  RegistrationRequest,
  ResponseError,
  type ServerCapabilities,
  ShowMessageNotification,
  ShowMessageRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  UnregistrationRequest,
  WorkDoneProgressCreateRequest,
  WorkspaceFoldersRequest,
} from "vscode-languageserver-protocol/node";
import { clientCapabilities } from "./clientCapabilities.ts";
import { configurationOf, nestedSettings } from "./configurationOf.ts";
import { encodeMessage } from "./encodeMessage.ts";
import { toUri } from "./fileUri.ts";
import { LanguageServerError } from "./languageServerError.ts";
import { offers } from "./methodCapability.ts";
import type { ServerCommand, ServerDefinition } from "./serverDefinition.ts";
import { ServerProcess } from "./serverProcess.ts";
import { WatchedFiles } from "./watchedFiles.ts";
import { WorkProgress } from "./workProgress.ts";

export interface ConnectionOptions {
  readonly definition: ServerDefinition;
  readonly command: ServerCommand;
  readonly root: string;
  readonly env: Environment;
  readonly version: string;
  readonly logger: Logger;
  readonly published: (params: PublishDiagnosticsParams) => void;
  /** What it knows may be other than before: ask again. */
  readonly refresh: () => void;
  /** What it is busy with, for people. */
  readonly busy: () => void;
  readonly applyEdit: (params: ApplyWorkspaceEditParams) => Promise<boolean>;
  /** How long to wait for an answer at most. */
  readonly answerMilliseconds?: number;
}

/** Some servers look through the whole project before they answer. */
const initializeMilliseconds = 60_000;
const shutdownMilliseconds = 1_000;
/** One that has not answered by then has forgotten the question: nobody shall wait for it for ever. */
const longestAnswerMilliseconds = 60_000;

/** One run of a server: from its start to its end. */
export class ServerConnection {
  readonly ended: Promise<string>;
  readonly watched: WatchedFiles;
  readonly #options: ConnectionOptions;
  readonly #process: ServerProcess;
  readonly #connection: ProtocolConnection;
  readonly #registrations = new Map<string, Registration>();
  readonly #progress: WorkProgress;
  /** Whoever waits for an answer, to be told when there will be none. */
  readonly #asking = new Set<(reason: string) => void>();
  #hasEnded: string | undefined;
  #capabilities: ServerCapabilities = {};
  /** When it last said anything at all. */
  #heardAt = performance.now();

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.watched = new WatchedFiles(options.root);
    this.#progress = new WorkProgress(options.busy);
    this.#process = new ServerProcess(options.command, options.root, options.env);
    this.ended = this.#process.ended;
    const { messages, stdin } = this.#process;
    messages.on("data", () => {
      this.#heardAt = performance.now();
    });
    this.#connection = createProtocolConnection(
      new StreamMessageReader(messages),
      new StreamMessageWriter(stdin, {
        contentTypeEncoder: { name: "application/json", encode: async (message) => encodeMessage(message) },
      }),
    );
    this.#connection.onError(([error, unsent]) => {
      // What could not be written is no news: the end of the process is, and tells why.
      if (unsent !== undefined || (error as NodeJS.ErrnoException).syscall === "write") return;
      this.#process.fail(`it speaks no JSON-RPC (${error.message})`);
    });
    this.#answer();
    this.#connection.listen();
    void this.ended.then((reason) => {
      this.#hasEnded = reason;
      this.#connection.dispose();
      for (const end of this.#asking) end(reason);
    });
  }

  get #name(): string {
    return this.#options.definition.name;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get capabilities(): ServerCapabilities {
    return this.#capabilities;
  }

  get work(): string | undefined {
    return this.#progress.text;
  }

  get heardAt(): number {
    return this.#heardAt;
  }

  /** The ways to ask it for problems; none when it tells them by itself. */
  get pulls(): readonly { readonly identifier?: string; readonly isAcrossFiles: boolean }[] {
    const registered = [...this.#registrations.values()]
      .filter(({ method }) => method === "textDocument/diagnostic")
      .map(({ registerOptions }) => registerOptions as ServerCapabilities["diagnosticProvider"]);
    // Some say `null` for what they do not have.
    const all: readonly unknown[] = [this.#capabilities.diagnosticProvider, ...registered];
    return all.filter(isObject).map(({ identifier, interFileDependencies }) => ({
      ...(typeof identifier === "string" && { identifier }),
      isAcrossFiles: interFileDependencies === true,
    }));
  }

  get wantsSaves(): boolean {
    const { textDocumentSync: sync } = this.#capabilities;
    const isRegistered = [...this.#registrations.values()].some(({ method }) => method.endsWith("/didSave"));
    return isRegistered || (isObject(sync) && Boolean(sync.save));
  }

  can(method: string): boolean {
    if (offers(this.#capabilities, method)) return true;
    return [...this.#registrations.values()].some((each) => each.method === method);
  }

  async initialize(): Promise<void> {
    const { definition, root, version } = this.#options;
    const folder = { uri: toUri(root), name: basename(root) };
    const answer = await this.#ask(
      InitializeRequest.type,
      {
        // It ends by itself when this process is gone, whatever ended that.
        processId: process.pid,
        clientInfo: { name: "idebridge", version },
        rootUri: folder.uri,
        workspaceFolders: [folder],
        capabilities: clientCapabilities,
        ...(definition.initializationOptions !== undefined && {
          initializationOptions: definition.initializationOptions,
        }),
      },
      AbortSignal.timeout(initializeMilliseconds),
    );
    const capabilities: unknown = answer?.capabilities;
    this.#capabilities = isObject(capabilities) ? capabilities : {};
    this.notify(InitializedNotification.type, {});
    const { settings = {} } = definition;
    if (Object.keys(settings).length > 0)
      this.notify(DidChangeConfigurationNotification.type, { settings: nestedSettings(settings) });
  }

  /** Rejects as soon as the signal aborts, whether the server listens or not, and when there is no answer for long. */
  async request<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal?: AbortSignal,
  ): Promise<R> {
    const { answerMilliseconds = longestAnswerMilliseconds } = this.#options;
    const reason = `it did not answer ${type.method} within ${answerMilliseconds / 1000} s`;
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new LanguageServerError(this.#name, reason)),
      answerMilliseconds,
    );
    try {
      return await this.#ask(type, params, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #ask<P, R, PR, E, RO>(
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal: AbortSignal,
  ): Promise<R> {
    signal.throwIfAborted();
    if (this.#hasEnded !== undefined) throw new LanguageServerError(this.#name, this.#hasEnded);
    const cancel = new CancellationTokenSource();
    let onAbort = () => {};
    let onEnd = (_reason: string) => {};
    try {
      return await new Promise<R>((resolve, reject) => {
        onAbort = () => {
          cancel.cancel();
          reject(signal.reason);
        };
        signal.addEventListener("abort", onAbort, { once: true });
        onEnd = (reason) => reject(new LanguageServerError(this.#name, reason));
        this.#asking.add(onEnd);
        this.#connection.sendRequest<R>(type.method, params, cancel.token).then(resolve, reject);
        this.#process.checkReading();
      });
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#asking.delete(onEnd);
      cancel.dispose();
    }
  }

  notify<P, RO>(type: ProtocolNotificationType<P, RO>, params: P): void {
    if (this.#hasEnded !== undefined) return;
    void quietly(() => this.#connection.sendNotification(type.method, params));
    this.#process.checkReading();
  }

  fail(reason: string): void {
    this.#process.fail(reason);
  }

  async stop(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, shutdownMilliseconds).unref());
    if (this.#hasEnded === undefined) {
      const answered = quietly(() => this.#connection.sendRequest(ShutdownRequest.type));
      await Promise.race([answered, late, this.ended]);
    }
    if (this.#hasEnded === undefined)
      void quietly(() => this.#connection.sendNotification(ExitNotification.type));
    await this.#process.stop();
  }

  #answer(): void {
    const { definition, root, logger, published, refresh, applyEdit } = this.#options;
    const connection = this.#connection;
    const server = definition.name;
    connection.onNotification(PublishDiagnosticsNotification.type, published);
    connection.onRequest(DiagnosticRefreshRequest.type, () => refresh());
    connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(({ section }) => configurationOf(definition.settings ?? {}, section)),
    );
    connection.onRequest(WorkspaceFoldersRequest.type, () => [{ uri: toUri(root), name: basename(root) }]);
    connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      for (const each of registrations) this.#register(each);
    });
    connection.onRequest(UnregistrationRequest.type, ({ unregisterations }) => {
      for (const { id } of unregisterations) this.#unregister(id);
    });
    connection.onRequest(ApplyWorkspaceEditRequest.type, async (params) => ({
      applied: await applyEdit(params),
    }));
    connection.onRequest(ShowMessageRequest.type, ({ message }) => {
      logger.info?.(`${server}: ${message}`);
      return null;
    });
    connection.onNotification(ShowMessageNotification.type, ({ message }) =>
      logger.info?.(`${server}: ${message}`),
    );
    connection.onNotification(LogMessageNotification.type, ({ message }) =>
      logger.debug?.(`${server}: ${message}`),
    );
    connection.onRequest(WorkDoneProgressCreateRequest.type, () => {});
    connection.onNotification("$/progress", ({ token, value }) => this.#progress.report(token, value));
    for (const what of ["semanticTokens", "inlayHint", "inlineValue", "codeLens", "foldingRange"])
      connection.onRequest(`workspace/${what}/refresh`, () => null);
  }

  #register(registration: Registration): void {
    const { id, method, registerOptions } = registration;
    if (typeof id !== "string" || typeof method !== "string")
      throw new ResponseError(ErrorCodes.InvalidParams, "A registration has an id and a method");
    this.#registrations.set(id, registration);
    if (method === "workspace/didChangeWatchedFiles") this.watched.register(id, registerOptions);
    if (method === "textDocument/diagnostic") this.#options.refresh();
  }

  #unregister(id: string): void {
    this.#registrations.delete(id);
    this.watched.unregister(id);
  }
}

/** A connection that was closed throws, or rejects. That a server has ended is told elsewhere. */
async function quietly(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch {}
}

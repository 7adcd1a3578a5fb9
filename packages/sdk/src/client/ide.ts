import type { Dialect, DialectName } from "../dialects/dialect.ts";
import { dialects } from "../dialects/index.ts";
import type { Unsubscribe } from "../editor/editor.ts";
import type { RequestOptions } from "../protocol/connection.ts";
import { IdeBridgeError, messageOf, RpcError } from "../protocol/errors.ts";
import { isObject, type Params } from "../protocol/jsonRpc.ts";
import type { Implementation, ToolDescription, ToolResult } from "../protocol/mcp.ts";
import { baseName, type Platform } from "../protocol/paths.ts";
import type { Operation, OperationName, ProposedChange } from "../tools/operations.ts";
import { readText } from "../tools/readAnswer.ts";
import type { ClientSide, Tool } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import { detectDialect, type Traces } from "./detectDialect.ts";
import type { IdeEvent } from "./ideEvent.ts";
import { IdeEvents } from "./ideEvents.ts";
import { IdeLink, type LinkOptions } from "./ideLink.ts";
import { listTools } from "./listTools.ts";
import { readNotification } from "./readNotification.ts";

export interface IdeOptions extends LinkOptions {
  readonly platform: Platform;
  /** The folders that the lock file names. */
  readonly folders: readonly string[];
  /** What is known of the server before it is asked. */
  readonly traces: Traces;
  /** Sets the dialect instead of detecting it. */
  readonly dialect?: Dialect;
  /** How long a call may take when it does not say itself. Reviews and running code may take for ever. */
  readonly callMilliseconds: number;
}

export type CallOptions = RequestOptions;

/** A running IDE, as an agent uses it: the same methods and types for every dialect. */
export class Ide {
  readonly #options: IdeOptions;
  readonly #link: IdeLink;
  readonly #events: IdeEvents;
  #dialect: Dialect;
  #paths: WirePaths;
  #serverInfo: Implementation = { name: "unknown", version: "" };
  #tools: readonly ToolDescription[] = [];
  #declaredDialect: string | undefined;
  #learned: Promise<void> = Promise.resolve();

  private constructor(options: IdeOptions) {
    this.#options = options;
    this.#events = new IdeEvents(options.logger);
    this.#dialect = options.dialect ?? dialects[detectDialect(options.traces)];
    this.#paths = this.#pathsOf(this.#dialect);
    this.#link = new IdeLink(options, {
      connected: (initialized) => this.#connected(initialized),
      reconnecting: (attempt, milliseconds) =>
        this.#events.emit({ type: "reconnecting", attempt, milliseconds }),
      closed: (error) => this.#events.emit(error ? { type: "closed", error } : { type: "closed" }),
      notification: (method, params) => this.#announced(method, params),
    });
  }

  static async open(options: IdeOptions): Promise<Ide> {
    const ide = new Ide(options);
    await ide.#link.open();
    try {
      await ide.#learned;
    } catch (error) {
      ide.close();
      throw error;
    }
    return ide;
  }

  get dialect(): DialectName {
    return this.#dialect.name;
  }

  get serverInfo(): Implementation {
    return this.#serverInfo;
  }

  /** The tools that the server offers, kept up to date. */
  get tools(): readonly ToolDescription[] {
    return this.#tools;
  }

  supports(operation: OperationName): boolean {
    const binding = this.#bindingOf(operation);
    return binding !== undefined && (binding.isRequest || this.#offers(binding.tool.name));
  }

  /** The first listener also gets what the IDE announced before anybody listened. */
  subscribe(listener: (event: IdeEvent) => void): Unsubscribe {
    return this.#events.subscribe(listener);
  }

  close(): void {
    this.#link.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  openFile(path: string, options: OpenFileOptions = {}) {
    const { preview = false, frontmost = true, select, ...call } = options;
    return this.#perform("openFile", { path, preview, frontmost, ...(select && { select }) }, call);
  }

  /** Proposes a change and waits for the decision, without a deadline unless one is given. */
  async openDiff(change: ProposedChange, options: CallOptions = {}) {
    const title = change.title ?? baseName(change.path);
    try {
      return await this.#perform("openDiff", { ...change, title }, { milliseconds: Infinity, ...options });
    } catch (error) {
      // Few servers understand a cancelled request: take the tab away as Claude Code does.
      const givenUp =
        error instanceof IdeBridgeError && (error.code === "ABORTED" || error.code === "TIMEOUT");
      if (givenUp) this.closeTab(title).catch(() => {});
      throw error;
    }
  }

  closeTab(label: string, options?: CallOptions) {
    return this.#perform("closeTab", label, options);
  }

  /** Ends all reviews of this client, undecided. Returns how many. */
  closeAllDiffs(options?: CallOptions) {
    return this.#perform("closeAllDiffs", undefined, options);
  }

  activeSelection(options?: CallOptions) {
    return this.#perform("activeSelection", undefined, options);
  }

  latestSelection(options?: CallOptions) {
    return this.#perform("latestSelection", undefined, options);
  }

  async cursor(options?: CallOptions): Promise<Operation<"cursor">["output"]> {
    if (this.#bindingOf("cursor")) return this.#perform("cursor", undefined, options);
    const selection = await this.activeSelection(options);
    return selection && { path: selection.path, position: selection.range.end };
  }

  setSelection(request: Operation<"setSelection">["input"], options?: CallOptions) {
    return this.#perform("setSelection", request, options);
  }

  openDocuments(options?: CallOptions) {
    return this.#perform("openDocuments", undefined, options);
  }

  /** Asks the server where it can tell; else the folders of the lock file. */
  async workspaceFolders(options?: CallOptions): Promise<readonly string[]> {
    if (!this.supports("workspaceFolders")) return this.#options.folders;
    return this.#perform("workspaceFolders", undefined, options);
  }

  /** The problems of one file, or of all (in the `jetbrains` dialect: of the current file). */
  diagnostics(path?: string, options?: CallOptions) {
    return this.#perform("diagnostics", path, options);
  }

  documentState(path: string, options?: CallOptions) {
    return this.#perform("documentState", path, options);
  }

  saveDocument(path: string, options?: CallOptions) {
    return this.#perform("saveDocument", path, options);
  }

  format(path: string, options?: CallOptions) {
    return this.#perform("format", path, options);
  }

  executeCode(code: string, options: CallOptions = {}) {
    return this.#perform("executeCode", code, { milliseconds: Infinity, ...options });
  }

  readFile(path: string, options?: CallOptions) {
    return this.#perform("readFile", path, options);
  }

  /** Calls any tool by its name and returns the answer as it came. */
  async callTool(name: string, args: object = {}, options?: CallOptions): Promise<ToolResult> {
    const result = await this.#ask("tools/call", { name, arguments: args }, options);
    if (isObject(result) && Array.isArray(result.content)) return result as unknown as ToolResult;
    throw new IdeBridgeError("UNEXPECTED_ANSWER", `The answer to ${name} has no content`);
  }

  async request(method: string, params: object = {}, options?: CallOptions): Promise<unknown> {
    return this.#ask(method, params, options);
  }

  /** Not async: one promise less on the way of every call. Throws at once when there is no connection. */
  #ask(method: string, params: object, options: CallOptions = {}): Promise<unknown> {
    return this.#link.connection.request(method, params, {
      milliseconds: options.milliseconds ?? this.#options.callMilliseconds,
      signal: options.signal,
    });
  }

  notify(method: string, params: object = {}): void {
    this.#link.connection.notify(method, params);
  }

  async #perform<Name extends OperationName>(
    operation: Name,
    input: Operation<Name>["input"],
    options: CallOptions = {},
  ): Promise<Operation<Name>["output"]> {
    const binding = this.#bindingOf(operation);
    if (binding === undefined) throw this.#unsupported(operation);
    const { tool, isRequest } = binding;
    const side = tool.client as unknown as ClientSide<Name>;
    const args = side.ask(input, this.#paths);

    let result: ToolResult;
    try {
      result = isRequest
        ? ((await this.request(tool.name, args, options)) as ToolResult)
        : await this.callTool(tool.name, args, options);
    } catch (error) {
      // Some servers do not list all they can do: an unlisted tool is tried before it is given up.
      const isUnlisted = !isRequest && !this.#offers(tool.name);
      const refused = error instanceof RpcError && (isUnlisted || error.code === RpcError.methodNotFound);
      throw refused ? this.#unsupported(operation) : error;
    }
    // Servers on the official SDK answer so, not with an error, when they have no such tool.
    const isMissing = !isRequest && result.isError && !this.#offers(tool.name);
    if (isMissing && readText(result).includes(`Tool ${tool.name} not found`))
      throw this.#unsupported(operation);
    try {
      return side.understand(result, this.#paths, input);
    } catch (error) {
      if (!isRequest && result.isError) {
        throw new IdeBridgeError("TOOL_FAILED", `${tool.name}: ${readText(result)}`, { cause: error });
      }
      if (error instanceof IdeBridgeError) throw error;
      throw new IdeBridgeError(
        "UNEXPECTED_ANSWER",
        `The answer to ${tool.name} is not understood: ${messageOf(error)}`,
      );
    }
  }

  #bindingOf(operation: OperationName): { readonly tool: Tool; readonly isRequest: boolean } | undefined {
    const matches = (tool: Tool) => tool.client?.operation === operation;
    const tool = this.#dialect.tools.find(matches);
    if (tool) return { tool, isRequest: false };
    const request = this.#dialect.requests.find(matches);
    return request && { tool: request, isRequest: true };
  }

  #offers(name: string): boolean {
    return this.#tools.some((tool) => tool.name === name);
  }

  #unsupported(operation: OperationName): IdeBridgeError {
    const ide = `${this.#serverInfo.name} (dialect ${this.dialect})`;
    return new IdeBridgeError("UNSUPPORTED", `${ide} has no way to do ${operation}`);
  }

  #connected(initialized: Params): void {
    const { serverInfo, _meta } = initialized;
    if (isObject(serverInfo)) {
      this.#serverInfo = {
        name: typeof serverInfo.name === "string" ? serverInfo.name : "unknown",
        version: typeof serverInfo.version === "string" ? serverInfo.version : "",
      };
    }
    const declared = isObject(_meta) ? _meta["idebridge/dialect"] : undefined;
    this.#declaredDialect = typeof declared === "string" ? declared : undefined;
    this.#learned = this.#learn().then(() => this.#events.emit({ type: "connected" }));
    // Whoever opens the connection hears of a failure; after a reconnect, the next close tells.
    this.#learned.catch(() => {});
  }

  /** Lists the tools and settles on the dialect. */
  async #learn(): Promise<void> {
    this.#tools = await listTools((method, params) => this.request(method, params));
    if (this.#options.dialect) return;
    const name = detectDialect({
      ...this.#options.traces,
      serverName: this.#serverInfo.name,
      declared: this.#declaredDialect,
      tools: new Set(this.#tools.map(({ name }) => name)),
    });
    this.#dialect = dialects[name];
    this.#paths = this.#pathsOf(this.#dialect);
  }

  #announced(method: string, params: Params): void {
    const event = readNotification(method, params, this.#paths);
    if (event.type !== "toolsChanged") return this.#events.emit(event);
    this.#learn().then(
      () => this.#events.emit(event),
      () => {},
    );
  }

  #pathsOf(dialect: Dialect): WirePaths {
    return dialect.paths({ platform: this.#options.platform, folders: () => this.#options.folders });
  }
}

export interface OpenFileOptions extends CallOptions {
  readonly preview?: boolean;
  readonly frontmost?: boolean;
  readonly select?: Operation<"openFile">["input"]["select"];
}

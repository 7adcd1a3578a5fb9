import type { Dialect } from "../dialects/dialect.ts";
import type {
  Client,
  Editor,
  EditorEvent,
  FileDiagnostics,
  Mention,
  Selection,
  Unsubscribe,
} from "../editor/editor.ts";
import { IdeBridgeError, messageOf, RpcError } from "../protocol/errors.ts";
import type { Limits } from "../protocol/limits.ts";
import type { Logger } from "../protocol/logger.ts";
import type { Implementation, ToolDescription, ToolResult } from "../protocol/mcp.ts";
import { toNativePath } from "../protocol/paths.ts";
import { type CloseReason, closeCodes, type Transport } from "../protocol/transport.ts";
import { jsonSchemaOf } from "../tools/schema.ts";
import type { Tool } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import type { Host } from "./host.ts";
import { MentionQueue } from "./mentionQueue.ts";
import type { ServerEvent } from "./serverEvent.ts";
import { Session, type SessionOwner } from "./session.ts";
import { sharedDiagnostics, sharedEditor } from "./sharedEditor.ts";
import { Sharing, type SharingOptions } from "./sharing.ts";
import { Throttle } from "./throttle.ts";

export interface IdeServerOptions {
  readonly dialect: Dialect;
  readonly host: Host;
  readonly limits: Limits;
  readonly logger: Logger;
  /** Selections are told at most this often. */
  readonly selectionMilliseconds: number;
  readonly sharing: SharingOptions;
  readonly tools: readonly Tool[];
}

/** Serves one editor to any number of clients, over whatever transports it is given. */
export class IdeServer implements SessionOwner {
  readonly dialect: Dialect;
  readonly editor: Editor;
  readonly host: Host;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly paths: WirePaths;
  readonly serverInfo: Implementation;
  readonly #original: Editor;
  readonly #sharing: Sharing;
  readonly #sessions = new Set<Session>();
  readonly #listeners = new Set<(event: ServerEvent) => void>();
  readonly #dialectTools: ReadonlyMap<string, Tool>;
  readonly #requests: ReadonlyMap<string, Tool>;
  readonly #customTools = new Map<string, Tool>();
  readonly #mentions: MentionQueue;
  readonly #selections: Throttle<Selection | undefined>;
  readonly #diagnostics: Throttle<undefined>;
  readonly #changedFiles = new Map<string, FileDiagnostics>();
  readonly #unsubscribe: Unsubscribe | undefined;
  #current: { readonly selection: Selection | undefined } | undefined;
  #latestSelection: Selection | undefined;
  #lastTold = "";
  #offered: string;
  #lastClientId = 0;
  #lastProposalId = 0;

  constructor(editor: Editor, options: IdeServerOptions) {
    const { dialect, host, limits, logger } = options;
    this.dialect = dialect;
    this.host = host;
    this.limits = limits;
    this.logger = logger;
    this.serverInfo = { name: editor.name, version: editor.version ?? "0.0.0" };
    this.paths = dialect.paths({ platform: host.platform, folders: () => editor.workspaceFolders() });
    this.#original = editor;
    this.#sharing = new Sharing(options.sharing, {
      platform: host.platform,
      folders: () => editor.workspaceFolders(),
      realPath: (path) => host.realPath(path),
    });
    this.editor = sharedEditor(editor, this.#sharing, host, () => this.#latestSelection);
    this.#dialectTools = new Map(dialect.tools.map((tool) => [tool.name, tool]));
    this.#requests = new Map(dialect.requests.map((request) => [request.name, request]));
    this.#mentions = new MentionQueue(host.clock, limits, (mention) =>
      this.#emit({ type: "mentionExpired", mention }),
    );
    this.#selections = new Throttle(host.clock, options.selectionMilliseconds, (selection) =>
      this.#tell(selection),
    );
    this.#diagnostics = new Throttle(host.clock, options.selectionMilliseconds, () =>
      this.#tellDiagnostics(),
    );
    for (const tool of options.tools) this.#register(tool);
    this.#offered = this.#offeredNames();
    this.#unsubscribe = editor.subscribe?.((event) => this.#editorChanged(event));
  }

  accept(transport: Transport): Client {
    const session = new Session(this, transport, ++this.#lastClientId);
    this.#sessions.add(session);
    session.start();
    this.#emit({ type: "clientConnected", client: session.client });
    return session.client;
  }

  get clients(): readonly Client[] {
    return [...this.#sessions].map((session) => session.client);
  }

  subscribe(listener: (event: ServerEvent) => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Inserts a mention into the prompt of one client or of all; waits a while for the first client to come. */
  mention(mention: Mention, client?: Client): "sent" | "queued" {
    this.#sharing.assertShared(mention.path);
    const ready = [...this.#sessions].filter(
      (session) => session.isReady && (client === undefined || session.client.id === client.id),
    );
    if (ready.length === 0 && client !== undefined) {
      throw new IdeBridgeError("CONNECTION_CLOSED", `The client ${client.name} is not connected any more`);
    }
    if (ready.length === 0) {
      this.#mentions.add(mention);
      return "queued";
    }
    for (const session of ready) this.#sendMention(session, mention);
    return "sent";
  }

  get paused(): boolean {
    return this.#sharing.paused;
  }

  /** While paused, agents learn nothing of documents, selections and diagnostics. Reviews go on. */
  set paused(paused: boolean) {
    if (this.#sharing.paused === paused) return;
    this.#sharing.paused = paused;
    this.#selections.push(this.#current?.selection);
    this.#emit({ type: "sharingChanged", paused });
  }

  addTool(tool: Tool): Unsubscribe {
    this.#register(tool);
    this.#checkTools();
    return () => {
      if (this.#customTools.get(tool.name) === tool) this.#customTools.delete(tool.name);
      this.#checkTools();
    };
  }

  /** Ends every session. Pending reviews end undecided. */
  close(): void {
    this.#unsubscribe?.();
    this.#selections.stop();
    this.#diagnostics.stop();
    this.#mentions.stop();
    for (const session of this.#sessions) session.close(closeCodes.goingAway, "The IDE has stopped");
  }

  /** Tells the listeners that somebody was turned away at the door. */
  refused(reason: string): void {
    this.#emit({ type: "refused", reason });
  }

  listTools(): readonly ToolDescription[] {
    return this.#offeredTools().map(({ name, description, input }) => ({
      name,
      description,
      inputSchema: jsonSchemaOf(input),
    }));
  }

  findTool(name: string): Tool {
    const tool = this.#dialectTools.get(name) ?? this.#customTools.get(name);
    if (tool === undefined) throw new RpcError(RpcError.invalidParams, `Unknown tool: ${name}`);
    if (!this.#canServe(tool)) {
      throw new RpcError(RpcError.invalidParams, `${this.editor.name} cannot serve ${name} now`);
    }
    return tool;
  }

  findRequest(method: string): Tool | undefined {
    const request = this.#requests.get(method);
    return request !== undefined && this.#canServe(request) ? request : undefined;
  }

  nextProposalId(): number {
    return ++this.#lastProposalId;
  }

  hasForeignReview(asking: Session, title: string): boolean {
    return [...this.#sessions].some((session) => session !== asking && session.reviews.has(title));
  }

  sessionReady(session: Session): void {
    const { notifications } = this.dialect;
    if (notifications.connected) {
      const { method, params } = notifications.connected(this.editor.workspaceFolders()[0], this.paths);
      session.notify(method, params);
    }
    this.#emit({ type: "clientReady", client: session.client });
    void this.#replaySelection(session);
    for (const mention of this.#mentions.takeAll()) this.#sendMention(session, mention);
  }

  sessionChanged(session: Session): void {
    this.#emit({ type: "clientChanged", client: session.client });
  }

  sessionClosed(session: Session, reason: CloseReason): void {
    this.#sessions.delete(session);
    this.#emit({ type: "clientDisconnected", client: session.client, reason });
  }

  toolCalled({ client }: Session, tool: string, args: unknown): void {
    if (this.#listeners.size > 0) this.#emit({ type: "toolCalled", client, tool, arguments: args });
  }

  toolAnswered({ client }: Session, tool: string, result: ToolResult): void {
    if (this.#listeners.size > 0) this.#emit({ type: "toolAnswered", client, tool, result });
  }

  #editorChanged(event: EditorEvent): void {
    switch (event.type) {
      case "selection":
        this.#current = { selection: event.selection };
        if (event.selection !== undefined) this.#latestSelection = event.selection;
        return this.#selections.push(event.selection);
      case "diagnostics":
        for (const file of event.files) this.#changedFiles.set(file.path, file);
        return this.#diagnostics.push(undefined);
      case "workspaceFolders":
        return this.#emit({ type: "workspaceFoldersChanged" });
      case "documents":
      case "capabilities":
        return this.#checkTools();
    }
  }

  #tell(selection: Selection | undefined): void {
    const shared = this.#sharedSelection(selection);
    const content = JSON.stringify(shared ?? null);
    if (content === this.#lastTold) return;
    this.#lastTold = content;
    const notifications = this.dialect.notifications.selection(shared, this.paths);
    for (const session of this.#sessions)
      if (session.isReady) session.outbox.send("selection", notifications);
  }

  /** A client that has just come learns where the user is; one that has nothing to learn hears nothing. */
  async #replaySelection(session: Session): Promise<void> {
    try {
      const call = { client: session.client, signal: new AbortController().signal };
      const selection = this.#current
        ? this.#current.selection
        : await this.#original.activeSelection?.(call);
      const shared = this.#sharedSelection(selection);
      if (shared === undefined || !session.isReady) return;
      session.outbox.send("selection", this.dialect.notifications.selection(shared, this.paths));
    } catch (error) {
      this.logger.warn?.("could not tell the selection to a new client", { error: messageOf(error) });
    }
  }

  /** Nothing for panes that are no files, such as output panels and the sides of a diff. */
  #sharedSelection(selection: Selection | undefined): Selection | undefined {
    if (selection === undefined) return undefined;
    try {
      toNativePath(selection.path, this.host.platform);
    } catch {
      return undefined;
    }
    return this.#sharing.selection(selection);
  }

  #tellDiagnostics(): void {
    const files = this.#sharing.paused
      ? []
      : sharedDiagnostics([...this.#changedFiles.values()], this.#sharing);
    this.#changedFiles.clear();
    for (const file of files) {
      const notification = this.dialect.notifications.diagnostics(file, this.paths);
      if (notification === undefined) continue;
      for (const session of this.#sessions) {
        if (session.isReady) session.outbox.send(`diagnostics ${file.path}`, [notification]);
      }
    }
  }

  #sendMention(session: Session, mention: Mention): void {
    const { method, params } = this.dialect.notifications.mention(mention, this.paths);
    session.notify(method, params);
  }

  #register(tool: Tool): void {
    if (this.#dialectTools.has(tool.name) || this.#customTools.has(tool.name)) {
      throw new IdeBridgeError(
        "INVALID_ARGUMENT",
        `There is already a tool named ${tool.name}: choose another name`,
      );
    }
    jsonSchemaOf(tool.input);
    this.#customTools.set(tool.name, tool);
  }

  #canServe({ needs }: Tool): boolean {
    if (needs === undefined) return true;
    return needs.some((capability) => this.editor[capability] !== undefined && this.editor.can!(capability));
  }

  #offeredTools(): readonly Tool[] {
    return [...this.#dialectTools.values(), ...this.#customTools.values()].filter((tool) =>
      this.#canServe(tool),
    );
  }

  #offeredNames(): string {
    return this.#offeredTools()
      .map(({ name }) => name)
      .join();
  }

  #checkTools(): void {
    const offered = this.#offeredNames();
    if (offered === this.#offered) return;
    this.#offered = offered;
    for (const session of this.#sessions) {
      if (session.isReady) session.notify("notifications/tools/list_changed", {});
    }
  }

  #emit(event: ServerEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.logger.error?.("a listener failed", { event: event.type, error: messageOf(error) });
      }
    }
  }
}

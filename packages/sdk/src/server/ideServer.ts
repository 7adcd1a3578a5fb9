import type { Dialect } from "../dialects/dialect.ts";
import type { Client, Editor, EditorEvent, FileDiagnostics, Mention, Unsubscribe } from "../editor/editor.ts";
import { Listeners } from "../editor/listeners.ts";
import { IdeBridgeError, messageOf } from "../protocol/errors.ts";
import type { Limits } from "../protocol/limits.ts";
import type { Logger } from "../protocol/logger.ts";
import type { Implementation, ToolResult } from "../protocol/mcp.ts";
import { type CloseReason, closeCodes, type Transport } from "../protocol/transport.ts";
import type { SharedEditor, Tool } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import { Announcer } from "./announcer.ts";
import { DiagnosticsMemory } from "./diagnosticsMemory.ts";
import type { Host } from "./host.ts";
import { MentionQueue } from "./mentionQueue.ts";
import type { PassedMessage, ServerEvent } from "./serverEvent.ts";
import { Session, type SessionOwner } from "./session.ts";
import { sharedDiagnostics, sharedEditor } from "./sharedEditor.ts";
import { Sharing, type SharingOptions } from "./sharing.ts";
import { Toolbox } from "./toolbox.ts";

export interface IdeServerOptions {
  readonly dialect: Dialect;
  readonly host: Host;
  readonly limits: Limits;
  readonly logger: Logger;
  /** Selections are told at most this often. */
  readonly selectionMilliseconds: number;
  readonly sharing: SharingOptions;
  readonly tools: readonly Tool[];
  /** True for clients that only look on: a mention waits for somebody else, though they hear it too. */
  readonly isOnlooker?: ((client: Client) => boolean) | undefined;
  /** The workspace folders have changed: what announces them is out of date. */
  readonly foldersChanged?: () => void;
}

/** Serves one editor to any number of clients, over whatever transports it is given. */
export class IdeServer implements SessionOwner {
  readonly dialect: Dialect;
  /** The editor as agents see it, less what the user does not share. */
  readonly editor: SharedEditor;
  readonly host: Host;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly paths: WirePaths;
  readonly serverInfo: Implementation;
  readonly toolbox: Toolbox;
  readonly #sharing: Sharing;
  readonly #announcer: Announcer;
  readonly #mentions: MentionQueue;
  readonly #problems = new DiagnosticsMemory();
  readonly #sessions = new Set<Session>();
  readonly #listeners: Listeners<ServerEvent>;
  readonly #watchers = new Listeners<PassedMessage>();
  readonly #foldersChanged: (() => void) | undefined;
  readonly #isOnlooker: (client: Client) => boolean;
  readonly #unsubscribe: Unsubscribe | undefined;
  #lastClientId = 0;
  #lastProposalId = 0;

  constructor(editor: Editor, options: IdeServerOptions) {
    const { dialect, host, limits, logger } = options;
    const place = {
      platform: host.platform,
      folders: () => editor.workspaceFolders(),
      realPath: (path: string) => host.realPath(path),
    };
    this.dialect = dialect;
    this.host = host;
    this.limits = limits;
    this.logger = logger;
    this.#listeners = new Listeners((error, { type }) =>
      logger.error?.("a listener failed", { event: type, error: messageOf(error) }),
    );
    this.serverInfo = { name: editor.name, version: editor.version ?? "0.0.0" };
    this.paths = dialect.paths(place);
    this.#sharing = new Sharing(options.sharing, place);
    this.#announcer = new Announcer({
      editor,
      sharing: this.#sharing,
      dialect,
      paths: this.paths,
      host,
      logger,
      milliseconds: options.selectionMilliseconds,
      sessions: () => this.#readySessions(),
    });
    this.editor = sharedEditor(editor, this.#sharing, host, {
      problems: this.#problems,
      latestSelection: () => this.#announcer.latestSelection,
    });
    this.toolbox = new Toolbox(this.editor, dialect, options.tools);
    this.#mentions = new MentionQueue(host.clock, limits, (mention) =>
      this.#listeners.emit({ type: "mentionExpired", mention }),
    );
    this.#foldersChanged = options.foldersChanged;
    this.#isOnlooker = options.isOnlooker ?? (() => false);
    this.#unsubscribe = editor.subscribe?.((event) => this.#editorChanged(event));
  }

  accept(transport: Transport): Client {
    const session = new Session(this, transport, ++this.#lastClientId);
    this.#sessions.add(session);
    session.start();
    this.#listeners.emit({ type: "clientConnected", client: session.client });
    return session.client;
  }

  get clients(): readonly Client[] {
    return [...this.#sessions].map((session) => session.client);
  }

  subscribe(listener: (event: ServerEvent) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }

  /** Sees every message of every client. Costs nothing while nobody does. */
  watchMessages(watcher: (message: PassedMessage) => void): Unsubscribe {
    return this.#watchers.add(watcher);
  }

  /** Inserts a mention into the prompt of one client or of all; waits a while for the first client to come. */
  mention(mention: Mention, client?: Client): "sent" | "queued" {
    this.#sharing.assertShared(mention.path);
    const sessions = this.#readySessions().filter(
      (session) => client === undefined || session.client.id === client.id,
    );
    if (sessions.length === 0 && client !== undefined) {
      throw new IdeBridgeError("CONNECTION_CLOSED", `The client ${client.name} is not connected any more`);
    }
    for (const session of sessions) this.#sendMention(session, mention);
    const isHeard = client !== undefined || sessions.some((session) => !this.#isOnlooker(session.client));
    if (isHeard) return "sent";
    this.#mentions.add(mention);
    return "queued";
  }

  get paused(): boolean {
    return this.#sharing.paused;
  }

  /** While paused, agents learn nothing of documents, selections and diagnostics. Reviews go on. */
  set paused(paused: boolean) {
    if (this.#sharing.paused === paused) return;
    this.#sharing.paused = paused;
    this.#announcer.sharingChanged();
    this.#listeners.emit({ type: "sharingChanged", paused });
  }

  addTool(tool: Tool): Unsubscribe {
    this.toolbox.add(tool);
    this.#checkTools();
    return () => {
      this.toolbox.remove(tool);
      this.#checkTools();
    };
  }

  /** Ends every session. Pending reviews end undecided. */
  close(): void {
    this.#unsubscribe?.();
    this.#announcer.stop();
    this.#mentions.stop();
    for (const session of this.#sessions) session.close(closeCodes.goingAway, "The IDE has stopped");
  }

  /** Tells the listeners that somebody was turned away at the door. */
  refused(reason: string): void {
    this.#listeners.emit({ type: "refused", reason });
  }

  readonly lastDiagnostics = (path: string | undefined): readonly FileDiagnostics[] =>
    this.#sharing.paused ? [] : sharedDiagnostics(this.#problems.of(path), this.#sharing);

  nextProposalId(): number {
    return ++this.#lastProposalId;
  }

  hasForeignReview(asking: Session, title: string): boolean {
    return [...this.#sessions].some((session) => session !== asking && session.reviews.has(title));
  }

  sessionReady(session: Session): void {
    const connected = this.dialect.notifications.connected?.(this.editor.workspaceFolders()[0], this.paths);
    if (connected) session.notify(connected.method, connected.params);
    this.#listeners.emit({ type: "clientReady", client: session.client });
    session.hearing.when(() => void this.#announcer.replay(session));
    if (this.#isOnlooker(session.client)) return;
    for (const mention of this.#mentions.takeAll()) this.#sendMention(session, mention);
  }

  sessionChanged({ client }: Session): void {
    this.#listeners.emit({ type: "clientChanged", client });
  }

  sessionClosed(session: Session, reason: CloseReason): void {
    this.#sessions.delete(session);
    this.#listeners.emit({ type: "clientDisconnected", client: session.client, reason });
  }

  toolCalled({ client }: Session, tool: string, args: unknown): void {
    if (this.#listeners.size > 0) this.#listeners.emit({ type: "toolCalled", client, tool, arguments: args });
  }

  toolAnswered({ client }: Session, tool: string, result: ToolResult): void {
    if (this.#listeners.size > 0) this.#listeners.emit({ type: "toolAnswered", client, tool, result });
  }

  messagePassed({ client }: Session, direction: PassedMessage["direction"], text: string): void {
    if (this.#watchers.size > 0) this.#watchers.emit({ client, direction, text });
  }

  #readySessions(): readonly Session[] {
    return [...this.#sessions].filter((session) => session.isReady);
  }

  #editorChanged(event: EditorEvent): void {
    switch (event.type) {
      case "selection":
        return this.#announcer.selectionChanged(event.selection);
      case "diagnostics":
        this.#problems.changed(event.files);
        return this.#announcer.diagnosticsChanged(event.files);
      case "workspaceFolders":
        return this.#foldersChanged?.();
      case "documents":
      case "capabilities":
        return this.#checkTools();
    }
  }

  #checkTools(): void {
    if (!this.toolbox.hasChanged()) return;
    for (const session of this.#readySessions()) session.notify("notifications/tools/list_changed", {});
  }

  #sendMention(session: Session, mention: Mention): void {
    const { method, params } = this.dialect.notifications.mention(mention, this.paths);
    session.hearing.when(() => session.notify(method, params));
  }
}

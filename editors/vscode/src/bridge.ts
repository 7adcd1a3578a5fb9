import {
  type Editor,
  IdeBridgeError,
  type Logger,
  type Server,
  type ServerEvent,
  serve,
} from "@idebridge/sdk";
import { commands, Disposable, EventEmitter, type ExtensionContext, window, workspace } from "vscode";
import { Claim } from "./claim.ts";
import { KeptPause } from "./keptPause.ts";
import { mentionExpired } from "./mentions.ts";
import { Rivals } from "./rivals.ts";
import { settings, settingsOfServer } from "./settings.ts";
import { workspaceKey } from "./workspaceKey.ts";

/** Where a server was, so that agents that run find it again after a reload. */
interface LastPlace {
  readonly port: number;
  readonly token: string;
}

/** This window's server: there while the user wants it, and nobody else serves the same folder. */
export class Bridge {
  readonly #editor: Editor;
  readonly #context: ExtensionContext;
  readonly #logger: Logger;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable;
  readonly #rivals: Rivals;
  readonly #claim: Claim;
  readonly #pause: KeptPause;
  #watching: Disposable | undefined;
  #server: Server | undefined;
  #rival: string | undefined;
  #isWanted = false;
  #isToSettle = false;
  #work: Promise<void> = Promise.resolve();
  /** The server, its clients or what it shares have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(editor: Editor, context: ExtensionContext, logger: Logger) {
    this.#editor = editor;
    this.#context = context;
    this.#logger = logger;
    this.#rivals = new Rivals(() => editor.workspaceFolders(), logger);
    this.#pause = new KeptPause(context.globalStorageUri);
    this.#claim = new Claim(context.globalStorageUri, logger, () => {
      logger.info?.("another window serves this folder now");
      void this.stop();
    });
    this.#listening = Disposable.from(
      this.#changed,
      workspace.onDidChangeWorkspaceFolders(() => this.#settle()),
      // A rival that was killed leaves no trace to watch.
      window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#rival !== undefined) this.#settle();
      }),
      workspace.onDidChangeConfiguration((change) => {
        if (settingsOfServer.some((name) => change.affectsConfiguration(name))) void this.#restart();
      }),
    );
  }

  get server(): Server | undefined {
    return this.#server;
  }

  /** The other IDE that this window waits for. */
  get rival(): string | undefined {
    return this.#rival;
  }

  /** Resolves with the server, or with `undefined` while another IDE serves this folder. */
  async start(): Promise<Server | undefined> {
    this.#isWanted = true;
    this.#claim.take();
    this.#watching ??= this.#rivals.watch(() => this.#settle());
    await this.#next(() => this.#serveIfAlone());
    return this.#server;
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    this.#claim.release();
    this.#watching?.dispose();
    this.#watching = undefined;
    await this.#next(async () => {
      this.#rival = undefined;
      await this.#close();
    });
  }

  /** Stays as it is over reloads: what was kept back is not shared again by itself. */
  toggleSharing(): void {
    if (this.#server === undefined) return;
    this.#server.paused = !this.#server.paused;
    this.#pause.keep(this.#server.paused);
  }

  async dispose(): Promise<void> {
    this.#listening.dispose();
    await this.stop();
  }

  async #restart(): Promise<void> {
    if (!this.#isWanted) return;
    await this.stop();
    await this.start();
  }

  /** Somebody has come or gone. */
  #settle(): void {
    if (!this.#isWanted || this.#isToSettle) return;
    // Lock files come and go in bursts: one look after that is enough.
    this.#isToSettle = true;
    const look = () => {
      this.#isToSettle = false;
      return this.#serveIfAlone();
    };
    this.#next(look).catch((error: unknown) => {
      this.#logger.error?.(`could not start: ${error}`);
    });
  }

  /** One thing after the other: starting and stopping would cross. */
  #next(step: () => Promise<void>): Promise<void> {
    const done = this.#work.then(step);
    this.#work = done.catch(() => undefined);
    return done;
  }

  async #serveIfAlone(): Promise<void> {
    if (!this.#isWanted) return;
    const rival = await this.#rivals.first(this.#server);
    // Whoever has found us already keeps us.
    if (rival === undefined || (this.#server?.clients.length ?? 0) > 0) {
      this.#rival = undefined;
      if (this.#server === undefined) await this.#serve();
      return;
    }
    if (this.#rival === undefined) this.#logger.info?.(`${rival.name} (${rival.lockFile}) has this folder`);
    this.#rival = rival.name;
    await this.#close();
    // One that is about to go, such as another window of ours, needs no words.
    setTimeout(() => {
      if (this.#rival === rival.name) void this.#rivals.tell(rival);
    }, 2_000);
  }

  async #serve(): Promise<void> {
    const server = await this.#serveAgain();
    this.#server = server;
    server.paused = this.#pause.isKept();
    server.subscribe((event) => this.#happened(event));
    this.#logger.info?.(`listening on port ${server.port}, announced in ${server.lockFile}`);
    const { environmentVariableCollection: terminals } = this.#context;
    terminals.persistent = false;
    terminals.description = "Claude Code, started in a terminal of this window, connects to it.";
    for (const [name, value] of Object.entries(server.terminalEnvironment())) terminals.replace(name, value);
    this.#tell();
  }

  async #close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    this.#context.environmentVariableCollection.clear();
    await server?.close();
    this.#tell();
  }

  async #serveAgain(): Promise<Server> {
    const { configDir, deny, selectionCharacters } = settings;
    const options = {
      logger: this.#logger,
      sharing: { deny, selectionCharacters },
      ...(configDir && { configDir }),
    };
    const last = await this.#lastPlace();
    const server = await serve(this.#editor, { ...options, ...last }).catch((error: unknown) => {
      if (!(error instanceof IdeBridgeError) || error.code !== "PORT_IN_USE") throw error;
      return serve(this.#editor, options);
    });
    const { port, token } = server;
    const name = secretName();
    if (name) await this.#context.secrets.store(name, JSON.stringify({ port, token } satisfies LastPlace));
    return server;
  }

  async #lastPlace(): Promise<LastPlace | undefined> {
    const name = secretName();
    const kept = name && (await this.#context.secrets.get(name));
    return kept ? (JSON.parse(kept) as LastPlace) : undefined;
  }

  #happened(event: ServerEvent): void {
    if (event.type === "refused") this.#logger.warn?.(`refused a connection: ${event.reason}`);
    if (event.type === "toolCalled") this.#logger.debug?.(`${event.client.name} asks ${event.tool}`);
    if (event.type === "mentionExpired") mentionExpired(event.mention);
    if (event.type === "clientDisconnected") this.#settle();
    if (event.type !== "toolCalled" && event.type !== "toolAnswered") this.#tell();
  }

  #tell(): void {
    void commands.executeCommand("setContext", "idebridge.serves", this.#server !== undefined);
    this.#changed.fire();
  }
}

/** What is secret is kept for all windows together. */
function secretName(): string | undefined {
  const key = workspaceKey();
  return key && `server of ${key}`;
}

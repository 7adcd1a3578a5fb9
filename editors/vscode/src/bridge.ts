import { setTimeout as sleep } from "node:timers/promises";
import {
  dialects,
  type Editor,
  type FoundIde,
  IdeBridgeError,
  type Logger,
  type Server,
  type ServerEvent,
  serve,
} from "@idebridge/sdk";
import { commands, Disposable, EventEmitter, type ExtensionContext, workspace } from "vscode";
import { askWhoServes, nameOf, tellWhoServes } from "./askWhoServes.ts";
import { Choices } from "./choices.ts";
import { Claim } from "./claim.ts";
import { KeptPause } from "./keptPause.ts";
import { KeptPlace } from "./keptPlace.ts";
import { mentionExpired } from "./mentions.ts";
import { Rivals } from "./rivals.ts";
import { SetAside } from "./setAside.ts";
import { settings, settingsOfServer } from "./settings.ts";

/** While another editor serves the folder: a killed one leaves no trace to watch. */
const lookAgainMilliseconds = 5_000;
/** One that is about to go, such as another window of ours, needs no words. */
const askAfterMilliseconds = 2_000;

/**
 * This window's server. Claude Code connects to none by itself when two have announced one folder: this window announces
 * itself only while nobody else does. Whoever comes later is let in at once, and the user is asked who is to stay; agents
 * that are connected notice nothing.
 */
export class Bridge {
  readonly #editor: Editor;
  readonly #context: ExtensionContext;
  readonly #logger: Logger;
  readonly #changed = new EventEmitter<void>();
  readonly #listening: Disposable;
  readonly #rivals: Rivals;
  readonly #claim: Claim;
  readonly #choices: Choices;
  readonly #pause: KeptPause;
  readonly #place: KeptPlace;
  readonly #aside = new SetAside();
  /** Those the user has been told of: once is enough. */
  readonly #told = new Set<string>();
  #watching: Disposable | undefined;
  #waiting: Disposable | undefined;
  #server: Server | undefined;
  #rival: FoundIde | undefined;
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
    this.#place = new KeptPlace(context.secrets, logger);
    this.#choices = new Choices(context.globalStorageUri);
    this.#claim = new Claim(context.globalStorageUri, logger, () => {
      logger.info?.("another window serves this folder now");
      this.#unawaited(this.stop());
    });
    this.#listening = Disposable.from(
      this.#changed,
      workspace.onDidChangeWorkspaceFolders(() => this.#settle()),
      workspace.onDidChangeConfiguration((change) => {
        if (settingsOfServer.some((name) => change.affectsConfiguration(name)))
          this.#unawaited(this.#restart());
      }),
    );
  }

  get server(): Server | undefined {
    return this.#server;
  }

  /** The other editor that this window waits for. */
  get rival(): string | undefined {
    return this.#rival && nameOf(this.#rival);
  }

  /** Resolves with the server, or with `undefined` while another editor serves this folder. */
  async start(): Promise<Server | undefined> {
    this.#isWanted = true;
    this.#claim.take();
    this.#watching ??= this.#rivals.watch(() => this.#settle());
    await this.#next(() => this.#look());
    return this.#rival === undefined ? this.#server : undefined;
  }

  async stop(): Promise<void> {
    await this.#end(() => false);
  }

  /** Asks who is to serve this folder: idebridge, or the other editor that does or would. */
  async choose(): Promise<void> {
    const other = this.#rival ?? this.#aside.list().at(-1);
    if (other === undefined) return;
    const choice = await (other.isDialectTold ? tellWhoServes : askWhoServes)(other);
    if (choice === undefined) return;
    this.#choices.keep(other, choice);
    // If it comes back all the same, that is worth another question.
    this.#told.delete(other.lockFile);
    await this.#next(async () => {
      if (!this.#isWanted) return;
      if (choice === "other") {
        this.#withdraw();
        await this.#aside.putBack();
      } else if (this.#rival) this.#aside.forget(this.#rival);
      await this.#look();
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
    // What runs in this process, or belongs to this window, goes with it.
    await this.#end(({ pid }) => pid === process.pid || pid === process.ppid);
  }

  async #end(goesToo: (rival: FoundIde) => boolean): Promise<void> {
    this.#isWanted = false;
    this.#claim.release();
    this.#watching?.dispose();
    this.#watching = undefined;
    await this.#next(async () => {
      this.#waitFor(undefined);
      await this.#close();
      await this.#aside.putBack(goesToo);
    });
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
      return this.#look();
    };
    this.#unawaited(this.#next(look));
  }

  #unawaited(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#logger.error?.(String(error)));
  }

  /** One thing after the other: starting and stopping would cross. */
  #next(step: () => Promise<void>): Promise<void> {
    const done = this.#work.then(step);
    this.#work = done.catch(() => undefined);
    return done;
  }

  /** Announces this window if it is alone, and only then. */
  async #look(): Promise<void> {
    if (!this.#isWanted) return;
    let rival = await this.#nextRival();
    if (rival === undefined && this.#rival !== undefined) {
      // Two that have just made way for each other must not both come back at once.
      await sleep(Math.random() * 500);
      rival = await this.#nextRival();
    }
    if (!this.#isWanted) return;
    const isNews = this.#waitFor(rival);
    if (rival !== undefined) {
      if (isNews) this.#withdraw();
      return;
    }
    if (this.#server === undefined) await this.#serve();
    else if (!this.#server.isAnnounced) this.#server.announce();
    else return;
    this.#joinTerminals();
    this.#tell();
  }

  /** The first that does not make way for this window. */
  async #nextRival(): Promise<FoundIde | undefined> {
    for (;;) {
      const rival = await this.#rivals.first(this.#server?.lockFile);
      const makesWay = rival && !rival.isDialectTold && this.#choices.of(rival) === "idebridge";
      if (!makesWay || !this.#aside.take(rival)) return rival;
      this.#logger.info?.(`${rival.name} makes way: ${rival.lockFile} is set aside, as you chose`);
    }
  }

  /** Says whether it is another one than before. */
  #waitFor(rival: FoundIde | undefined): boolean {
    const isNews = rival?.lockFile !== this.#rival?.lockFile;
    this.#rival = rival;
    if (!isNews) return false;
    this.#waiting?.dispose();
    this.#waiting = undefined;
    if (rival === undefined) return true;
    this.#logger.info?.(`${rival.name} (${rival.lockFile}) has this folder`);
    const looking = setInterval(() => this.#settle(), lookAgainMilliseconds);
    const asking = setTimeout(() => this.#askOnce(rival), askAfterMilliseconds);
    this.#waiting = new Disposable(() => {
      clearInterval(looking);
      clearTimeout(asking);
    });
    return true;
  }

  #askOnce(rival: FoundIde): void {
    if (settings.otherEditors === "wait" || this.#choices.of(rival) === "other") return;
    if (this.#told.has(rival.lockFile)) return;
    this.#told.add(rival.lockFile);
    this.#unawaited(this.choose());
  }

  async #serve(): Promise<void> {
    const server = await this.#serveAgain();
    this.#server = server;
    server.paused = this.#pause.isKept();
    server.subscribe((event) => this.#happened(event));
    this.#logger.info?.(`listening on port ${server.port}, announced in ${server.lockFile}`);
  }

  #joinTerminals(): void {
    const { environmentVariableCollection: terminals } = this.#context;
    terminals.persistent = false;
    terminals.description = "Claude Code, started in a terminal of this window, connects to it.";
    const variables = this.#server?.terminalEnvironment() ?? {};
    for (const [name, value] of Object.entries(variables)) terminals.replace(name, value);
  }

  /** Agents that are connected stay, and find this window again if their line is cut. */
  #withdraw(): void {
    this.#server?.withdraw();
    this.#context.environmentVariableCollection.clear();
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
      dialect: dialects[settings.dialect] ?? dialects["claude-code"],
      sharing: { deny, selectionCharacters },
      ...(configDir && { configDir }),
    };
    const last = await this.#place.read();
    const server = await serve(this.#editor, { ...options, ...last }).catch((error: unknown) => {
      if (!(error instanceof IdeBridgeError) || error.code !== "PORT_IN_USE") throw error;
      return serve(this.#editor, options);
    });
    await this.#place.keep(server);
    return server;
  }

  #happened(event: ServerEvent): void {
    if (event.type === "refused") this.#logger.warn?.(`refused a connection: ${event.reason}`);
    if (event.type === "toolCalled") this.#logger.debug?.(`${event.client.name} asks ${event.tool}`);
    if (event.type === "mentionExpired") mentionExpired(event.mention);
    if (event.type !== "toolCalled" && event.type !== "toolAnswered") this.#tell();
  }

  #tell(): void {
    const context = (name: string, value: boolean) =>
      void commands.executeCommand("setContext", `idebridge.${name}`, value);
    context("serves", this.#server?.isAnnounced ?? false);
    context("hasRival", this.#rival !== undefined || this.#aside.list().length > 0);
    this.#changed.fire();
  }
}

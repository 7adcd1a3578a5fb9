import { type Editor, IdeBridgeError, type Logger, type Server, serve } from "@idebridge/sdk";
import { commands, type Disposable, EventEmitter, type ExtensionContext, workspace } from "vscode";

const lastPort = "idebridge.port";
const lastToken = "idebridge.token";

/** This window's server: started, stopped, and started again where it was. */
export class Bridge implements Disposable {
  readonly #editor: Editor;
  readonly #context: ExtensionContext;
  readonly #logger: Logger;
  readonly #changed = new EventEmitter<void>();
  #server: Server | undefined;
  #starting: Promise<Server> | undefined;
  /** The server, its clients or what it shares have changed. */
  readonly onDidChange = this.#changed.event;

  constructor(editor: Editor, context: ExtensionContext, logger: Logger) {
    this.#editor = editor;
    this.#context = context;
    this.#logger = logger;
  }

  get server(): Server | undefined {
    return this.#server;
  }

  start(): Promise<Server> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      throw error;
    });
    return this.#starting;
  }

  async stop(): Promise<void> {
    const server = await this.#starting?.catch(() => undefined);
    this.#starting = undefined;
    this.#server = undefined;
    await server?.close();
    this.#tell();
  }

  dispose(): Promise<void> {
    return this.stop();
  }

  async #start(): Promise<Server> {
    const server = await this.#serveAgain();
    this.#server = server;
    await Promise.all([
      this.#context.workspaceState.update(lastPort, server.port),
      this.#context.secrets.store(this.#tokenName(), server.token),
    ]);
    server.subscribe((event) => {
      if (event.type === "refused") this.#logger.warn?.(`refused a connection: ${event.reason}`);
      if (event.type === "toolCalled") this.#logger.debug?.(`${event.client.name} asks ${event.tool}`);
      else this.#tell();
    });
    this.#logger.info?.(`listening on port ${server.port}, announced in ${server.lockFile}`);
    this.#tell();
    return server;
  }

  /** On the port and with the token of before the window was reloaded, so that agents that run find it again. */
  async #serveAgain(): Promise<Server> {
    const settings = workspace.getConfiguration("idebridge");
    const configDir = settings.get<string>("configDir");
    const options = {
      logger: this.#logger,
      sharing: {
        deny: settings.get<string[]>("sharing.deny", []),
        selectionCharacters: settings.get<number>("sharing.selectionCharacters", 50_000),
      },
      ...(configDir && { configDir }),
    };
    const port = this.#context.workspaceState.get<number>(lastPort);
    const token = await this.#context.secrets.get(this.#tokenName());
    if (port === undefined || token === undefined) return serve(this.#editor, options);
    try {
      return await serve(this.#editor, { ...options, port, token });
    } catch (error) {
      if (!(error instanceof IdeBridgeError) || error.code !== "PORT_IN_USE") throw error;
      return serve(this.#editor, options);
    }
  }

  /** Secrets are kept for all windows together. */
  #tokenName(): string {
    return `${lastToken} ${this.#editor.workspaceFolders().join(":")}`;
  }

  #tell(): void {
    void commands.executeCommand("setContext", "idebridge.serves", this.#server !== undefined);
    this.#changed.fire();
  }
}

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type ControlClient,
  type ControlEvent,
  connectControl,
  type HeadlessIde,
  type NotebookSettings,
  startHeadless,
} from "@idebridge/headless";
import { type CodeOutput, type ConnectOptions, connect, type Ide, type SharingOptions } from "@idebridge/sdk";

export interface DeskOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: NotebookSettings;
  readonly sharing?: SharingOptions;
  readonly env?: Readonly<Record<string, string>>;
}

/** A notebook as editors write them, for this kernel. */
export function notebook(name = "python3", language = "python"): string {
  const kernelspec = { name, language, display_name: name };
  return JSON.stringify({ cells: [], metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 });
}

/** A project with real kernels behind an idebridge in this process. All of it ends with the test. */
export class NotebookDesk implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly events: ControlEvent[] = [];
  readonly #root: string;
  readonly #agents: Ide[] = [];
  #ide: HeadlessIde | undefined;
  #control: ControlClient | undefined;

  private constructor({ files = {}, env = {} }: DeskOptions) {
    this.#root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-notebooks-")));
    this.folder = join(this.#root, "project");
    this.env = {
      HOME: join(this.#root, "home"),
      XDG_STATE_HOME: join(this.#root, "state"),
      // Kernels keep their sockets here: what is left behind is seen.
      XDG_RUNTIME_DIR: join(this.#root, "run"),
      PATH: "/usr/bin:/bin",
      LANG: "C.UTF-8",
      ...env,
    };
    for (const name of ["home", "run", "project"]) mkdirSync(join(this.#root, name));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  static async start(options: DeskOptions = {}): Promise<NotebookDesk> {
    const desk = new NotebookDesk(options);
    const { settings, sharing } = options;
    desk.#ide = await startHeadless({
      folders: [desk.folder],
      version: "1",
      env: desk.env,
      ...(settings && { notebooks: settings }),
      ...(sharing && { sharing }),
    });
    desk.#ide.subscribe((event) => desk.events.push(event));
    return desk;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** What kernels have left in their folder. */
  leftBehind(): readonly string[] {
    return readdirSync(join(this.#root, "run"));
  }

  async agent(options: Partial<ConnectOptions> = {}): Promise<Ide> {
    const clientInfo = { name: "agent", version: "2" };
    const agent = await connect({ cwd: this.folder, env: this.env, clientInfo, ...options });
    this.#agents.push(agent);
    return agent;
  }

  async control(): Promise<ControlClient> {
    this.#control ??= await connectControl({ cwd: this.folder, env: this.env, name: "test" });
    return this.#control;
  }

  async open(name: string): Promise<void> {
    await (await this.control()).request("documents/open", { path: this.path(name) });
  }

  /** Waits for an event that has come or will. */
  async told<Type extends ControlEvent["type"]>(
    type: Type,
    isMeant: (event: Extract<ControlEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<ControlEvent, { type: Type }>> {
    type Meant = Extract<ControlEvent, { type: Type }>;
    const find = (event: ControlEvent): event is Meant => event.type === type && isMeant(event as Meant);
    const known = this.events.find(find);
    if (known) return known;
    return new Promise((resolve) => {
      const unsubscribe = this.#ide!.subscribe((event) => {
        if (!find(event)) return;
        unsubscribe();
        resolve(event);
      });
    });
  }

  async close(): Promise<void> {
    for (const agent of this.#agents.splice(0)) agent.close();
    this.#control?.close();
    await this.#ide?.close();
    this.#ide = undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** All text of an answer. */
export function textOf({ outputs }: { readonly outputs: readonly CodeOutput[] }): string {
  return outputs.map((output) => (output.type === "text" ? output.text : `<${output.mimeType}>`)).join("\n");
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectControl, type HeadlessIde, type HeadlessOptions, startHeadless } from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { startWorkbench } from "@idebridge/workbench";

/** The page as `npm run build` makes it. */
export const builtPage = fileURLToPath(new URL("../../packages/workbench/dist/page", import.meta.url));

/** A project with an IDE in this process, and its workbench. All of it ends with the test. */
export class ServedWorkbench implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-workbench-")));
  ide!: HeadlessIde;
  port = 0;

  private constructor(files: Readonly<Record<string, string | Buffer>>) {
    this.folder = join(this.root, "project");
    this.env = {
      HOME: join(this.root, "home"),
      XDG_STATE_HOME: join(this.root, "state"),
      PATH: process.env.PATH,
    };
    mkdirSync(this.folder);
    mkdirSync(join(this.root, "home"));
    for (const [name, contents] of Object.entries(files)) this.write(name, contents);
  }

  static async start(
    files: Readonly<Record<string, string | Buffer>> = {},
    options: Partial<HeadlessOptions> & { readonly pageFolder?: string; readonly now?: () => number } = {},
  ): Promise<ServedWorkbench> {
    const served = new ServedWorkbench(files);
    await served.restart(options);
    return served;
  }

  /** Starts it, or ends it and starts it again. */
  async restart(
    options: Partial<HeadlessOptions> & { readonly pageFolder?: string; readonly now?: () => number } = {},
  ): Promise<void> {
    await this.ide?.close();
    const { pageFolder = builtPage, now, ...rest } = options;
    this.ide = await startHeadless({
      folders: [this.folder],
      version: "1.0.0",
      env: this.env,
      startWorkbench: (place) => startWorkbench({ ...place, pageFolder, ...(now && { now }) }),
      ...rest,
    });
    this.port = (await this.ide.openWorkbench()).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, contents: string | Buffer): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), contents);
  }

  async link(): Promise<string> {
    return (await this.ide.openWorkbench()).link().url;
  }

  agent(name = "claude-code") {
    return connect({ cwd: this.folder, env: this.env, clientInfo: { name, version: "2.1.0" } });
  }

  control(name = "terminal") {
    return connectControl({ cwd: this.folder, env: this.env, name });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ide.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

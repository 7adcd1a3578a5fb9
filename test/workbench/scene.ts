import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type HeadlessIde, startHeadless } from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { startWorkbench } from "@idebridge/workbench";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { browser } from "./browser.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const pageFolder = join(repository, "packages", "workbench", "dist", "page");
/** Where pictures of the page are kept, to be looked at. */
export const screenshots = join(repository, ".cache", "screenshots");

/** A project, an IDE that serves it with its workbench, agents and browsers: all of it ends with the test. */
export class Scene implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** What the pages complained about: there must be nothing. */
  readonly complaints: string[] = [];
  readonly #root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-workbench-")));
  readonly #contexts: BrowserContext[] = [];
  readonly #agents: Disposable[] = [];
  #ide: HeadlessIde | undefined;

  private constructor(files: Readonly<Record<string, string | Buffer>>, name: string) {
    this.folder = join(this.#root, name);
    this.env = {
      HOME: join(this.#root, "home"),
      XDG_STATE_HOME: join(this.#root, "state"),
      PATH: "/usr/bin:/bin",
    };
    mkdirSync(this.folder);
    mkdirSync(this.env.HOME!);
    for (const [path, contents] of Object.entries(files)) this.write(path, contents);
  }

  static async start(
    files: Readonly<Record<string, string | Buffer>> = {},
    name = "project",
  ): Promise<Scene> {
    if (!existsSync(join(pageFolder, "index.html"))) throw new Error("Build the page first: npm run build");
    const scene = new Scene(files, name);
    await scene.startIde();
    return scene;
  }

  get ide(): HeadlessIde {
    return this.#ide!;
  }

  async startIde(): Promise<void> {
    this.#ide = await startHeadless({
      folders: [this.folder],
      version: "1.0.0",
      env: this.env,
      startWorkbench: (place) => startWorkbench({ ...place, pageFolder }),
    });
  }

  /** As when the program ends: pages and agents wait for the next one. */
  async stopIde(): Promise<void> {
    await this.#ide?.close();
    this.#ide = undefined;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, contents: string | Buffer): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), contents);
  }

  async agent(name = "claude-code", version = "2.1.325") {
    const agent = await connect({ cwd: this.folder, env: this.env, clientInfo: { name, version } });
    this.#agents.push({ [Symbol.dispose]: () => agent.close() });
    return agent;
  }

  /** A browser that was let in, at the workbench. Decisions are sent at once unless told otherwise. */
  async open(
    options: BrowserContextOptions & { readonly undoSeconds?: "0" | "2" | "5" } = {},
  ): Promise<Page> {
    const { undoSeconds = "0", ...rest } = options;
    const context = await (await browser()).newContext({ viewport: { width: 1280, height: 800 }, ...rest });
    this.#contexts.push(context);
    context.setDefaultTimeout(10_000);
    await context.addInitScript(
      (seconds) => localStorage.setItem("idebridge.undoSeconds", seconds),
      undoSeconds,
    );
    return this.openIn(context);
  }

  async openIn(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      const isNoise = /WebSocket connection|Failed to load resource/.test(message.text());
      if (message.type() === "error" && !isNoise) this.complaints.push(message.text());
    });
    const { url } = (await this.ide.openWorkbench()).link();
    await page.goto(url);
    await page.getByRole("navigation", { name: "Panels" }).waitFor();
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    for (const agent of this.#agents) agent[Symbol.dispose]();
    await this.stopIde();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Keeps a picture of the page. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
}

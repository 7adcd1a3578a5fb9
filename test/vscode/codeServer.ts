import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { type CodeServerProgram, installCodeServer } from "./installCodeServer.ts";

const run = promisify(execFile);

export interface CodeServerOptions {
  /** Packed extensions to install. */
  readonly extensions: readonly string[];
  /** Relative path → contents, in the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** A folder and a home that exist already. */
  readonly workspace?: string;
  readonly home?: string;
}

/** A real VS Code in a folder of its own, and a browser that shows it. */
export class CodeServer implements AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  readonly page: Page;
  readonly #process: ChildProcess;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(place: Place, process: ChildProcess, browser: Browser, page: Page) {
    this.workspace = place.workspace;
    this.home = place.home;
    this.#folder = place.folder;
    this.#process = process;
    this.#browser = browser;
    this.page = page;
  }

  static async start(options: CodeServerOptions): Promise<CodeServer> {
    const program = await installCodeServer();
    const place = await makePlace(options);
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: place.home,
      LANG: "C.UTF-8",
      // No marketplace: nothing is to be fetched.
      EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":""}',
      ...options.env,
    };
    for (const extension of options.extensions) {
      const args = [program.entry, ...place.args, "--install-extension", extension, "--force"];
      await run(program.node, args, { env, timeout: 60_000 });
    }
    const { child, port } = await listen(program, place, env);
    const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: browserFlags });
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(place.workspace)}`);
    await page.locator(".monaco-workbench .statusbar").waitFor({ timeout: 60_000 });
    return new CodeServer(place, child, browser, page);
  }

  path(relative: string): string {
    return path.join(this.workspace, relative);
  }

  /** Runs a command by its name in the palette. */
  async command(title: string): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-widget input").first().fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
  }

  /** The editor title's button with this label. */
  titleButton(label: string) {
    return this.page.locator(`.editor-actions [aria-label^="${label}"]`).first();
  }

  lens(label: string) {
    return this.page.locator(".codelens-decoration a", { hasText: new RegExp(`^${label}$`) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    // It starts processes of its own, all in one group.
    process.kill(-this.#process.pid!, "SIGTERM");
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

const browserFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Place {
  readonly folder: string;
  readonly workspace: string;
  readonly home: string;
  readonly args: readonly string[];
}

const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
};

async function makePlace(options: CodeServerOptions): Promise<Place> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "idebridge-vscode-")));
  const workspace = options.workspace ?? path.join(folder, "workspace");
  const home = options.home ?? path.join(folder, "home");
  const data = path.join(folder, "data");
  await mkdir(workspace, { recursive: true });
  await mkdir(home, { recursive: true });
  await mkdir(path.join(data, "User"), { recursive: true });
  const settings = { ...quietSettings, ...options.settings };
  await writeFile(path.join(data, "User", "settings.json"), JSON.stringify(settings));
  for (const [name, contents] of Object.entries(options.files ?? {})) {
    await mkdir(path.dirname(path.join(workspace, name)), { recursive: true });
    await writeFile(path.join(workspace, name), contents);
  }
  const args = ["--user-data-dir", data, "--extensions-dir", path.join(folder, "extensions")];
  return { folder, workspace, home, args };
}

async function listen(
  { node, entry }: CodeServerProgram,
  place: Place,
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; port: number }> {
  const flags = ["--disable-workspace-trust", "--disable-telemetry", "--disable-update-check"];
  const child = spawn(
    node,
    [entry, ...place.args, "--auth", "none", "--bind-addr", "127.0.0.1:0", ...flags],
    {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    },
  );
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (found) resolve(Number(found[1]));
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`code-server ended:\n${output}`)));
  });
  return { child, port };
}

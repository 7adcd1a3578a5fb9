import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium } from "playwright-core";
import { codeServerEnvironment } from "./installCodeServer.ts";
import type { CodeServerKit } from "./installExtensions.ts";
import { VscodeWindow } from "./vscodeWindow.ts";

export interface CodeServerOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  /** One that exists already, such as that of a real client. */
  readonly home?: string;
}

/** A real VS Code with our extension and a home of its own, and a browser that shows it. */
export class CodeServer implements AsyncDisposable {
  readonly home: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #port: number;
  readonly #browser: Browser;

  private constructor(place: Place, { child, port }: Listening, browser: Browser) {
    this.home = place.home;
    this.#folder = place.folder;
    this.#process = child;
    this.#port = port;
    this.#browser = browser;
  }

  static async start(kit: CodeServerKit, options: CodeServerOptions = {}): Promise<CodeServer> {
    const place = await makePlace(kit, options);
    const [listening, browser] = await Promise.all([
      listen(kit, place, { ...codeServerEnvironment(place.home), ...options.env }),
      chromium.launch({ executablePath: "/usr/bin/chromium", args: browserFlags }),
    ]);
    return new CodeServer(place, listening, browser);
  }

  /** Claude Code's own folder, where the lock files are. */
  get configDir(): string {
    return path.join(this.home, ".claude");
  }

  /** A new folder with these files in it: relative path → contents. */
  async makeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
    const folder = await mkdtemp(path.join(this.#folder, "workspace-"));
    for (const [name, contents] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), contents);
    }
    return folder;
  }

  async open(files?: Readonly<Record<string, string>>): Promise<VscodeWindow> {
    return this.openFolder(await this.makeFolder(files));
  }

  async openFolder(workspace: string): Promise<VscodeWindow> {
    // Each window with a storage of its own, as two windows on a desktop.
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    page.setDefaultTimeout(40_000);
    const isFile = workspace.endsWith(".code-workspace");
    const query = `${isFile ? "workspace" : "folder"}=${encodeURIComponent(workspace)}`;
    await page.goto(`http://127.0.0.1:${this.#port}/?${query}`);
    const window = new VscodeWindow(page, workspace, this.configDir);
    await window.ready();
    return window;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    // It starts processes of its own, all in one group.
    process.kill(-this.#process.pid!, "SIGTERM");
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
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
  readonly home: string;
  readonly args: readonly string[];
}

interface Listening {
  readonly child: ChildProcess;
  readonly port: number;
}

const quietSettings = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "terminal.integrated.shellIntegration.enabled": false,
};

async function makePlace(kit: CodeServerKit, options: CodeServerOptions): Promise<Place> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "idebridge-vscode-")));
  const home = options.home ?? path.join(folder, "home");
  const data = path.join(folder, "data");
  const extensions = path.join(folder, "extensions");
  await mkdir(home, { recursive: true });
  await mkdir(path.join(data, "User"), { recursive: true });
  await cp(kit.extensions, extensions, { recursive: true });
  const settings = { ...quietSettings, ...options.settings };
  await writeFile(path.join(data, "User", "settings.json"), JSON.stringify(settings));
  return { folder, home, args: ["--user-data-dir", data, "--extensions-dir", extensions] };
}

async function listen(
  { program: { node, entry } }: CodeServerKit,
  place: Place,
  env: Readonly<Record<string, string>>,
): Promise<Listening> {
  const flags = ["--disable-workspace-trust", "--disable-telemetry", "--disable-update-check"];
  const child = spawn(
    node,
    [entry, ...place.args, "--auth", "none", "--bind-addr", "127.0.0.1:0", ...flags],
    { env, stdio: ["ignore", "pipe", "pipe"], detached: true },
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

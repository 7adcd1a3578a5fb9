import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ConnectOptions, connect, type Ide } from "@idebridge/sdk";
import type { Locator, Page } from "playwright-core";

const screenshots = fileURLToPath(new URL("../../.cache/screenshots/vscode/", import.meta.url));

/** What a lock file says. */
export interface Announcement {
  readonly port: number;
  readonly pid: number;
  readonly token: string;
  readonly name: string;
  readonly folders: readonly string[];
}

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A window of VS Code as its user sees it. */
export class VscodeWindow implements AsyncDisposable {
  readonly page: Page;
  /** The folder, or the file that names several. */
  readonly workspace: string;
  readonly #configDir: string;

  constructor(page: Page, workspace: string, configDir: string) {
    this.page = page;
    this.workspace = workspace;
    this.#configDir = configDir;
  }

  /** Resolves when VS Code and the extension's status are on the screen. */
  async ready(): Promise<void> {
    await this.page.locator(".monaco-workbench .statusbar").waitFor({ timeout: 90_000 });
    await this.status().waitFor({ timeout: 90_000 });
  }

  path(relative: string): string {
    return path.join(this.workspace, relative);
  }

  read(relative: string): string {
    return readFileSync(this.path(relative), "utf8");
  }

  /** The extension's item in the status bar. */
  status(): Locator {
    return this.page.locator('.statusbar-item[id="idebridge.idebridge-vscode.idebridge.status"]');
  }

  /** Resolves when the extension's item in the status bar reads like that. */
  async says(text: RegExp, milliseconds?: number): Promise<void> {
    const isSaid = async () => text.test(await textOf(this.status()));
    await eventually(isSaid, `the status is not ${text}`, milliseconds);
  }

  /** All who have announced this folder. */
  announcements(): readonly Announcement[] {
    return announcements(this.#configDir).filter(({ folders }) => folders.includes(this.workspace));
  }

  /** What this window has announced, once it has. */
  async announcement(): Promise<Announcement> {
    return eventually(() => this.announcements()[0], `no lock file for ${this.workspace}`);
  }

  /** An agent, connected to this window. */
  async connect(options: ConnectOptions = {}): Promise<Ide> {
    const { port } = await this.announcement();
    return connect({ port, configDir: this.#configDir, env: {}, cwd: this.workspace, ...options });
  }

  /** Runs a command by its name in the palette. */
  async command(title: string): Promise<void> {
    await this.#pick("F1", `>${title}`, title);
  }

  /** Shows a file, as from "Go to File". */
  async openFile(relative: string): Promise<void> {
    const name = path.basename(relative);
    await this.#pick("Control+p", relative, name);
    await this.tab(name).waitFor();
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").first().waitFor();
  }

  async #pick(key: string, text: string, row: string): Promise<void> {
    const input = this.page.locator(".quick-input-widget input").first();
    // VS Code drops a key while it moves the focus, and the list of before may still be on its way out.
    const fill = async () => {
      await this.page.keyboard.press(key);
      return input.fill(text, { timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    };
    await eventually(fill, `nothing can be typed after ${key}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: row }).first().click();
  }

  tab(label: string): Locator {
    return this.page.locator(".tabs-container .tab", { hasText: label });
  }

  /** The one in front. */
  activeTab(): Locator {
    return this.page.locator(".editor-group-container.active .tab.active").first();
  }

  /** The right side of the diff that is shown. */
  proposal(): Locator {
    return this.page.locator(".monaco-diff-editor .editor.modified .view-lines").first();
  }

  original(): Locator {
    return this.page.locator(".monaco-diff-editor .editor.original .view-lines").first();
  }

  /** The text editor that is shown. */
  text(): Locator {
    return this.page.locator(".editor-group-container.active .monaco-editor .view-lines").first();
  }

  /** The editor title's button with this label. */
  titleButton(label: string): Locator {
    return this.page.locator(`.editor-actions [aria-label^="${label}"]`).first();
  }

  /** What is said above the parts of a review. */
  partState(text: RegExp): Locator {
    return this.page.locator(".codelens-decoration", { hasText: text });
  }

  /** What can be clicked there. */
  lens(label: string): Locator {
    return this.page.locator(".codelens-decoration a", { hasText: new RegExp(`^${label}$`) });
  }

  /** Shows the extension's own view. */
  async showInbox(): Promise<void> {
    await this.command("idebridge: Focus on Reviews View");
  }

  /** A review or an agent in that view. */
  inboxRow(text: string): Locator {
    return this.page.locator(".pane-body .monaco-list-row", { hasText: text });
  }

  /** Chooses from the context menu that is open. */
  async choose(label: string): Promise<void> {
    const item = this.page.locator(".monaco-menu .action-item", { hasText: label });
    await item.waitFor();
    // VS Code takes an early click for the end of the one that opened the menu.
    const click = async () => {
      await item.click();
      return item.waitFor({ state: "detached", timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    };
    await eventually(click, `${label} cannot be chosen`);
  }

  message(text: string): Locator {
    return this.page.locator(".notifications-toasts .notification-toast", { hasText: text });
  }

  /** A picture for the README, of all or of a part, when those are to be made anew. */
  async picture(name: string, clip?: Clip): Promise<void> {
    const folder = process.env.IDEBRIDGE_PICTURES;
    if (folder === undefined) return;
    const size = this.page.viewportSize()!;
    await this.page.setViewportSize({ width: 1520, height: 470 });
    await this.page.addStyleTag({ content: ".scrollbar, .diffViewport { visibility: hidden !important }" });
    // Off everything that shows a hover.
    await this.page.mouse.move(760, 420);
    await this.page.locator(".monaco-hover.workbench-hover").waitFor({ state: "hidden" });
    // Claude Code ends the names of its tabs with a sign that few fonts of a test machine have.
    await this.page.locator(".tab.active .label-name").evaluate((label) => {
      label.textContent = label.textContent.replace("⧉", "");
    });
    await this.page.screenshot({ path: path.join(folder, `${name}.png`), ...(clip && { clip }) });
    await this.page.setViewportSize(size);
  }

  /** Keeps what is on the screen at the end of a test, to be looked at. */
  async keepScreen({ name }: { readonly name: string }): Promise<void> {
    await this.page.screenshot({ path: path.join(screenshots, `${name.replace(/\W+/g, "-")}.png`) });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

/** What it says. VS Code's editors have blanks of another kind, and no line breaks. */
export async function textOf(element: Locator): Promise<string> {
  return ((await element.textContent()) ?? "").replaceAll("\u00a0", " ");
}

/** All lock files that can be read. */
export function announcements(configDir: string): readonly Announcement[] {
  const folder = path.join(configDir, "ide");
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => {
    if (!file.endsWith(".lock")) return [];
    try {
      const lock = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
      return [
        {
          port: Number.parseInt(file, 10),
          pid: lock.pid,
          token: lock.authToken,
          name: lock.ideName,
          folders: lock.workspaceFolders,
        },
      ];
    } catch {
      // Gone in between.
      return [];
    }
  });
}

/** Looks again and again until there is something. */
export async function eventually<T>(
  read: () => T | undefined | false | Promise<T | undefined | false>,
  problem: string,
  milliseconds = 40_000,
): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(problem);
    await sleep(50);
  }
}

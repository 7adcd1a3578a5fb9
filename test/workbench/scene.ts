import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HeadlessOptions } from "@idebridge/headless";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { browser } from "./browser.ts";
import { ServedWorkbench } from "./servedWorkbench.ts";

/** Where pictures of the page are kept, to be looked at. */
export const screenshots = fileURLToPath(new URL("../../.cache/screenshots", import.meta.url));

export interface BrowserOptions extends BrowserContextOptions {
  /** For how long decisions can be undone; not at all when left out, so that agents are told at once. */
  readonly undoSeconds?: "0" | "2" | "5";
  /** Called before the page is opened. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A project with its workbench, agents and browsers: all of it ends with the test. */
export class Scene implements AsyncDisposable {
  readonly served: ServedWorkbench;
  /** What the pages complained about: there must be nothing. */
  readonly complaints: string[] = [];
  readonly #contexts: BrowserContext[] = [];
  readonly #agents: { close(): void }[] = [];

  private constructor(served: ServedWorkbench) {
    this.served = served;
  }

  static async start(
    files: Readonly<Record<string, string | Buffer>> = {},
    options: Partial<HeadlessOptions> = {},
  ): Promise<Scene> {
    return new Scene(await ServedWorkbench.start(files, options));
  }

  path(name: string): string {
    return this.served.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  write(name: string, contents: string | Buffer): void {
    this.served.write(name, contents);
  }

  async agent(name?: string) {
    const agent = await this.served.agent(name);
    this.#agents.push(agent);
    return agent;
  }

  /** An agent asks, and nobody waits for the answer. */
  propose(agent: Awaited<ReturnType<Scene["agent"]>>, name: string, contents: string): void {
    agent.openDiff({ path: this.path(name), contents }).catch(() => {});
  }

  /** A browser that was let in, at the workbench. */
  async open({ undoSeconds = "0", prepare, ...options }: BrowserOptions = {}): Promise<Page> {
    const context = await (await browser()).newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    this.#contexts.push(context);
    context.setDefaultTimeout(15_000);
    await context.addInitScript(`localStorage.setItem("idebridge.undoSeconds", "${undoSeconds}")`);
    return this.openIn(context, prepare);
  }

  /** Another page of the same browser. */
  async openIn(context: BrowserContext, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    const page = await context.newPage();
    await prepare?.(page);
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("console", (message) => {
      const isNoise = /WebSocket connection|Failed to load resource/.test(message.text());
      if (message.type() === "error" && !isNoise) this.complaints.push(message.text());
    });
    await page.goto(await this.served.link());
    await page.getByRole("navigation", { name: "Panels" }).waitFor();
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
    for (const agent of this.#agents) agent.close();
    await this.served[Symbol.asyncDispose]();
  }
}

/** Keeps a picture of the page. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`), animations: "disabled" });
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type ControlEvent,
  type ControlMethod,
  type ControlRequests,
  connectControl,
  type HeadlessIde,
  type HeadlessOptions,
  startHeadless,
  type WorkbenchPlace,
} from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { Connection } from "@idebridge/sdk/core";
import { linkedTransports } from "@idebridge/sdk/testing";
import { vi } from "vitest";

/** A page without a browser. */
export class TestPage {
  readonly events: ControlEvent[] = [];
  readonly #connection: Connection;

  constructor(place: WorkbenchPlace) {
    const [here, there] = linkedTransports();
    place.attach(there);
    this.#connection = new Connection(here, {
      request: () => ({}),
      notification: (_, params) => void this.events.push(params as unknown as ControlEvent),
      closed: () => {},
    });
    this.#connection.start();
  }

  async request<Method extends ControlMethod>(
    method: Method,
    params?: ControlRequests[Method]["params"],
  ): Promise<ControlRequests[Method]["result"]> {
    return (await this.#connection.request(method, params ?? {})) as ControlRequests[Method]["result"];
  }

  /** The events of a kind so far. */
  told<Type extends ControlEvent["type"]>(type: Type): Extract<ControlEvent, { type: Type }>[] {
    return this.events.filter((event): event is Extract<ControlEvent, { type: Type }> => event.type === type);
  }

  close(): void {
    this.#connection.close();
  }
}

/** A project that is served, with as many pages as a test wants. All of it ends with the test. */
export class PagesProject implements AsyncDisposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-pages-")));
  ide!: HeadlessIde;
  #place!: WorkbenchPlace;

  private constructor(files: Readonly<Record<string, string>>) {
    this.folder = join(this.root, "project");
    this.env = { HOME: this.root, XDG_STATE_HOME: join(this.root, "state"), PATH: process.env.PATH };
    mkdirSync(this.folder);
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  static async start(
    files: Readonly<Record<string, string>> = {},
    options: Partial<HeadlessOptions> = {},
  ): Promise<PagesProject> {
    const project = new PagesProject(files);
    project.ide = await startHeadless({
      folders: [project.folder],
      version: "1.0.0",
      env: project.env,
      startWorkbench: async (place) => {
        project.#place = place;
        const link = { url: "http://127.0.0.1:1/enter#x", port: 1, expiresAt: "" };
        return { port: 1, knowsBrowsers: false, link: () => link, close: async () => {} };
      },
      ...options,
    });
    await project.ide.openWorkbench();
    return project;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  async page(): Promise<TestPage> {
    const page = new TestPage(this.#place);
    await page.request("attach", { name: "browser" });
    return page;
  }

  agent() {
    return connect({ cwd: this.folder, env: this.env, clientInfo: { name: "agent", version: "2" } });
  }

  terminal() {
    return connectControl({ cwd: this.folder, env: this.env, name: "terminal" });
  }

  /** The review that is pending, once there is one. */
  pending() {
    return vi.waitFor(() => {
      const [review] = this.ide.editor.inbox.list();
      if (review === undefined) throw new Error("There is no review");
      return review;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.ide.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}

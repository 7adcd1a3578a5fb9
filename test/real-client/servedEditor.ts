import { readFileSync } from "node:fs";
import {
  dialects,
  type Editor,
  type Mention,
  type Range,
  type Server,
  type ServerEvent,
  serve,
  textIn,
} from "@idebridge/sdk";
import { FakeEditor, type FakeReview } from "@idebridge/sdk/testing";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { type HostedReview, type HostOptions, type IdeHost, untilItListens } from "./ideHost.ts";
import { type RealClient, realClient } from "./realClient.ts";

export interface ServedEditorOptions extends HostOptions {
  /** Another editor than the fake one. */
  readonly editor?: (client: RealClient) => Editor;
}

type EventOf<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>;

export async function servedEditor(options: ServedEditorOptions): Promise<ServedEditor> {
  const client = await realClient({ ...options, files: { "selected.txt": "selected\n", ...options.files } });
  const served = new ServedEditor(client, options);
  try {
    await served.serve();
    return served;
  } catch (error) {
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

/** A real client's workspace with a fake editor for it, served by our own server. */
export class ServedEditor implements IdeHost {
  readonly client: RealClient;
  readonly events: ServerEvent[] = [];
  /** What the editor says of problems; set it for an editor that checks by itself, or is slow. */
  check: NonNullable<Editor["diagnostics"]> = () => [];
  readonly #options: ServedEditorOptions;
  readonly #watchers = new Set<() => void>();
  #editor!: FakeEditor;
  #server!: Server;

  constructor(client: RealClient, options: ServedEditorOptions) {
    this.client = client;
    this.#options = options;
  }

  get editor(): FakeEditor {
    return this.#editor;
  }

  get server(): Server {
    return this.#server;
  }

  get lockFile(): string {
    return this.#server.lockFile;
  }

  async serve(last?: { readonly port: number; readonly token: string }): Promise<void> {
    const { workspace, configDir, path } = this.client;
    const { files = {}, dialect = "claude-code", editor } = this.#options;
    this.#editor = new FakeEditor({
      name: "Fake",
      folders: [workspace],
      files: Object.fromEntries(Object.entries(files).map(([name, contents]) => [path(name), contents])),
    });
    const diagnostics: ServedEditor["check"] = (file, call) => this.check(file, call);
    Object.assign(this.#editor, { diagnostics });
    this.#server = await serve(editor?.(this.client) ?? this.#editor, {
      configDir,
      env: {},
      dialect: dialects[dialect],
      ...last,
    });
    this.#server.subscribe((event) => {
      this.events.push(event);
      for (const look of [...this.#watchers]) look();
    });
  }

  /** The first event of this type that matches, told already or still to come. */
  waitForEvent<Type extends ServerEvent["type"]>(
    type: Type,
    matches: (event: EventOf<Type>) => boolean = () => true,
  ): Promise<EventOf<Type>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.events.find(
          (event): event is EventOf<Type> => event.type === type && matches(event as EventOf<Type>),
        );
        if (found === undefined) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#watchers.delete(look);
        reject(new Error(`No such event ${type}. There were:\n${this.events.map(oneLine).join("\n")}`));
      }, 30_000);
      this.#watchers.add(look);
      look();
    });
  }

  async start(options: Parameters<RealClient["start"]>[0] = {}): Promise<ClaudeTerminal> {
    const args = ["--ide", ...(options.args ?? ["--permission-mode", "default"])];
    const claude = await this.client.start({ ...options, args });
    await this.waitForEvent("clientChanged", (event) => event.client.pid === claude.pid);
    if (this.#options.editor === undefined) await untilItListens(this, claude);
    return claude;
  }

  pidOf({ pid }: ClaudeTerminal): number {
    return pid;
  }

  async clients() {
    // What a client says of its folders comes after it has connected.
    for (const { id } of this.#server.clients) {
      await this.waitForEvent("clientChanged", ({ client }) => client.id === id && client.folders.length > 0);
    }
    return this.#server.clients.map(({ name, version, pid, folders }) => ({ name, version, pid, folders }));
  }

  async review(relative: string): Promise<HostedReview> {
    const path = this.client.path(relative);
    for (;;) {
      const open = this.#editor.reviews.find((review) => !review.isClosed && review.proposal.path === path);
      if (open) return this.#hosted(open);
      await this.#editor.nextReview();
      await this.waitForEvent(
        "toolCalled",
        ({ tool, arguments: args }) =>
          tool === "openDiff" && (args as { new_file_path?: string }).new_file_path === path,
      );
    }
  }

  async select(relative: string, range?: Range): Promise<void> {
    const path = this.client.path(relative);
    if (range === undefined) this.#editor.select(path);
    else this.#editor.select(path, range, textIn(readFileSync(path, "utf8"), range));
  }

  async blur(): Promise<void> {
    this.#editor.blur();
  }

  async mention(mention: Mention) {
    return this.#server.mention(mention);
  }

  async pause(paused: boolean): Promise<void> {
    this.#server.paused = paused;
  }

  async refused(): Promise<string> {
    return (await this.waitForEvent("refused")).reason;
  }

  async restart(): Promise<void> {
    const { port, token } = this.#server;
    await this.#server.close();
    await this.serve({ port, token });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client[Symbol.asyncDispose]();
    await this.#server.close();
  }

  #hosted(review: FakeReview): HostedReview {
    const isAnswered = () => review.isClosed && this.answersTo(review.proposal.title).length > 0;
    return {
      proposal: review.proposal,
      pid: review.client.pid,
      get isClosed() {
        return review.isClosed;
      },
      accept: async (contents) => review.accept(contents),
      reject: async () => review.reject(),
      closed: async () => {
        await this.waitForEvent("toolAnswered", isAnswered);
      },
    };
  }

  /** What the client was answered to its proposals of this title. */
  answersTo(title: string) {
    return this.events.flatMap((event, index) => {
      const isQuestion =
        event.type === "toolCalled" &&
        event.tool === "openDiff" &&
        (event.arguments as { tab_name: string }).tab_name === title;
      const answer = this.events
        .slice(index)
        .find((each) => each.type === "toolAnswered" && each.tool === "openDiff");
      return isQuestion && answer?.type === "toolAnswered" ? [answer.result.content] : [];
    });
  }
}

function oneLine(event: ServerEvent): string {
  return JSON.stringify(event).slice(0, 300);
}

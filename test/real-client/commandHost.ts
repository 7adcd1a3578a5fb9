import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ControlClient, connectControl, type PendingReview } from "@idebridge/headless";
import type { Mention, Range } from "@idebridge/sdk";
import { vi } from "vitest";
import { idebridgeProgram, PipedProgram } from "../idebridge/pipedProgram.ts";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { type HostedReview, type HostOptions, type IdeHost, untilItListens } from "./ideHost.ts";
import { type RealClient, realClient } from "./realClient.ts";

const patient = { timeout: 60_000, interval: 100 };

/** The built command as the IDE; what its user does comes in through the control channel. */
export async function commandHost(command: "serve" | "run", options: HostOptions): Promise<IdeHost> {
  const client = await realClient({ ...options, files: { "selected.txt": "selected\n", ...options.files } });
  const host = new CommandHost(command, client, options.dialect);
  try {
    if (command === "serve") await host.serve();
    return host;
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

class CommandHost implements IdeHost {
  readonly client: RealClient;
  readonly #command: "serve" | "run";
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  /** The client of each terminal. */
  readonly #pids = new Map<ClaudeTerminal, number>();
  readonly #refusals: string[] = [];
  #program: PipedProgram | undefined;
  #control: ControlClient | undefined;

  constructor(command: "serve" | "run", client: RealClient, dialect: string | undefined) {
    this.client = client;
    this.#command = command;
    this.#args = dialect === undefined ? [] : ["--dialect", dialect];
    this.#env = {
      HOME: client.home,
      XDG_STATE_HOME: `${client.home}/state`,
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      LANG: "C.UTF-8",
    };
  }

  async serve(): Promise<void> {
    const { workspace } = this.client;
    this.#program = new PipedProgram(["serve", ...this.#args], { cwd: workspace, env: this.#env });
    await this.#program.printed(/serves/);
    await this.#attach();
  }

  async start(options: Parameters<RealClient["start"]>[0] = {}): Promise<ClaudeTerminal> {
    const args = options.args ?? ["--permission-mode", "default"];
    const isFirst = this.#control === undefined;
    const known = isFirst ? [] : (await this.clients()).map(({ pid }) => pid);
    const claude = await (isFirst
      ? this.client.start({ ...options, args, ...this.#throughRun() })
      : this.client.start({ ...options, args: ["--ide", ...args] }));
    if (isFirst) await this.#attach();
    const connected = await vi.waitFor(async () => {
      const found = (await this.clients()).find(({ pid }) => pid !== undefined && !known.includes(pid));
      if (found === undefined)
        throw new Error(`The client is not connected. Its screen:\n${claude.screen()}`);
      return found;
    }, patient);
    this.#pids.set(claude, connected.pid!);
    await untilItListens(this, claude);
    return claude;
  }

  pidOf(claude: ClaudeTerminal): number {
    return this.#pids.get(claude)!;
  }

  async clients() {
    const { clients } = await this.#request("status");
    return clients.map(({ name, version, pid, folders }) => ({ name, version, pid, folders }));
  }

  async review(relative: string): Promise<HostedReview> {
    const path = this.client.path(relative);
    const pending = await vi.waitFor(async () => {
      const found = (await this.#request("reviews/list")).find((review) => review.path === path);
      if (found === undefined) throw new Error(`There is no review of ${relative}`);
      return found;
    }, patient);
    return this.#hosted(pending);
  }

  async select(relative: string, range: Range = startOfFile): Promise<void> {
    await this.#request("select", { path: this.client.path(relative), range });
  }

  async blur(): Promise<void> {
    for (const { path } of await this.#request("documents/list")) {
      await this.#request("documents/close", { path });
    }
  }

  async mention(mention: Mention) {
    return (await this.#request("mention", mention)).outcome;
  }

  async pause(paused: boolean): Promise<void> {
    await this.#request("sharing/pause", { paused });
  }

  refused(): Promise<string> {
    return vi.waitFor(() => {
      const [reason] = this.#refusals;
      if (reason === undefined) throw new Error("Nobody was turned away");
      return reason;
    }, patient);
  }

  get lockFile(): string {
    const folder = join(this.client.configDir, "ide");
    const locks = readdirSync(folder).map((name) => join(folder, name));
    // Another IDE may be announced beside it.
    return locks.find((lock) => JSON.parse(readFileSync(lock, "utf8")).ideName === "idebridge")!;
  }

  /** As roughly as can be. */
  async restart(): Promise<void> {
    this.#program?.kill("SIGKILL");
    await this.#program?.ended;
    await this.serve();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#control?.close();
    await this.client[Symbol.asyncDispose]();
    await this.#program?.end();
  }

  /** What `idebridge run` gives the client, it has no other way to know. */
  #throughRun() {
    if (this.#command === "serve") return {};
    const { XDG_STATE_HOME } = this.#env;
    return {
      under: [process.execPath, idebridgeProgram, "run", ...this.#args, "--"],
      env: { XDG_STATE_HOME: XDG_STATE_HOME! },
    };
  }

  async #attach(): Promise<void> {
    const { workspace } = this.client;
    this.#control?.close();
    this.#control = await vi.waitFor(
      () => connectControl({ cwd: workspace, env: this.#env, name: "test" }),
      patient,
    );
    this.#control.subscribe((event) => {
      if (event.type === "refused") this.#refusals.push(event.reason);
    });
  }

  get #request(): ControlClient["request"] {
    return this.#control!.request.bind(this.#control);
  }

  async #hosted({ id, client }: PendingReview): Promise<HostedReview> {
    const control = this.#control!;
    const { proposal } = await control.request("reviews/read", { id });
    let isClosed = false;
    const closed = new Promise<void>((resolve) => {
      control.subscribe((event) => {
        if (event.type !== "reviewClosed" || event.id !== id) return;
        isClosed = true;
        resolve();
      });
    });
    return {
      proposal,
      pid: client.pid,
      get isClosed() {
        return isClosed;
      },
      async accept(contents = proposal.contents) {
        await control.request("reviews/decide", { id, decision: { outcome: "accepted", contents } });
      },
      async reject() {
        await control.request("reviews/decide", { id, decision: { outcome: "rejected" } });
      },
      closed: () => closed,
    };
  }
}

const startOfFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

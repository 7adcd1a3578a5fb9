import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "@idebridge/sdk";
import { vi } from "vitest";
import { ChangeLog, type ChangeLogOptions } from "../src/changes/changeLog.ts";
import type { PromptChanges } from "../src/control/controlProtocol.ts";

// Real files and real git on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const execute = promisify(execFile);

/** A workspace in a temporary folder, with a home and a state folder of its own. */
export class Workspace {
  readonly base: string;
  readonly folder: string;
  readonly stateDir: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #logs: ChangeLog[] = [];
  /** Nothing may go wrong unnoticed. */
  readonly #errors: string[] = [];

  private constructor(base: string) {
    this.base = base;
    this.folder = join(base, "project");
    this.stateDir = join(base, "state");
    const name = { GIT_AUTHOR_NAME: "a", GIT_COMMITTER_NAME: "a" };
    const email = { GIT_AUTHOR_EMAIL: "a@localhost", GIT_COMMITTER_EMAIL: "a@localhost" };
    const config = { GIT_CONFIG_NOSYSTEM: "1", GIT_CEILING_DIRECTORIES: base };
    this.env = { PATH: process.env.PATH, HOME: join(base, "home"), ...config, ...name, ...email };
  }

  static async make(files: Readonly<Record<string, string | Buffer>> = {}): Promise<Workspace> {
    const workspace = new Workspace(await realpath(await mkdtemp(join(tmpdir(), "idebridge-changes-"))));
    await mkdir(join(workspace.base, "home"));
    await mkdir(workspace.folder);
    for (const [name, text] of Object.entries(files)) await workspace.write(name, text);
    return workspace;
  }

  static async makeRepository(files: Readonly<Record<string, string | Buffer>> = {}): Promise<Workspace> {
    const workspace = await Workspace.make(files);
    await workspace.git("init", "-q", "-b", "main");
    await workspace.commit("first");
    return workspace;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, text: string | Buffer): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), text);
  }

  async text(name: string): Promise<string | undefined> {
    return readFile(this.path(name), "utf8").catch(() => undefined);
  }

  async git(...args: string[]): Promise<string> {
    return (await execute("git", args, { cwd: this.folder, env: this.env })).stdout;
  }

  async commit(message: string): Promise<void> {
    await this.git("add", "-A");
    await this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  async open(options: Partial<ChangeLogOptions> = {}): Promise<ChangeLog> {
    const { folder, stateDir, env } = this;
    const logger = {
      error: (message: string, details: unknown) =>
        this.#errors.push(`${message} ${JSON.stringify(details)}`),
    };
    const log = await ChangeLog.open({ folders: [folder], stateDir, env, logger, ...options });
    this.#logs.push(log);
    return log;
  }

  /** With a client connected and the workspace known. */
  async openFor(client: Client, options: Partial<ChangeLogOptions> = {}): Promise<ChangeLog> {
    const log = await this.open(options);
    log.clientConnected(client);
    log.promptStarted(client);
    await log.settled();
    return log;
  }

  /** The bytes of all files that the log has written, unpacked where they are packed. */
  async stored(): Promise<string> {
    const { gunzipSync } = await import("node:zlib");
    const names = await readdir(this.stateDir, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const bytes = await Promise.all(files.map((file) => readFile(file)));
    return bytes.map((each) => (each[0] === 0x1f ? gunzipSync(each) : each).toString()).join("\n");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const log of this.#logs) await log.close();
    await rm(this.base, { recursive: true, force: true, maxRetries: 5 });
    if (this.#errors.length > 0) throw new Error(this.#errors.join("\n"));
  }
}

export function makeClient(id = 1, folder?: string): Client {
  return {
    id,
    name: "claude-code",
    version: `2.1.${id}`,
    pid: undefined,
    folders: folder === undefined ? [] : [folder],
    connectedAt: new Date(0),
  };
}

/** As the agent does it: announce, write, look for new diagnostics. */
export async function agentWrites(
  log: ChangeLog,
  client: Client,
  workspace: Workspace,
  name: string,
  text: string | Buffer,
): Promise<void> {
  await log.writeAnnounced(client, workspace.path(name));
  await workspace.write(name, text);
  log.writesMayHaveEnded(client);
  await log.settled();
}

/** What is listed, without ids and times: `modified a.ts +1 -1 announced unseen`. */
export function summary(log: ChangeLog, workspace: Workspace): string[][] {
  return log.list().map((prompt) => [...prompt.files.map((file) => line(file, workspace)), ...prompt.notes]);
}

function line(file: PromptChanges["files"][number], workspace: Workspace): string {
  const name = file.path.slice(workspace.folder.length + 1);
  const fixed = file.notRevertible ? " fixed" : "";
  return `${file.kind} ${name} +${file.added} -${file.removed} ${file.beforeFrom} ${file.state}${fixed}`;
}

/** The system tells of a change some time after it was made. */
export async function eventually(check: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(check, { timeout: 10_000, interval: 20 });
}

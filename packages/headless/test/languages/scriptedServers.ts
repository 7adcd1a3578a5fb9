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
import { LanguageServers, type LanguageServersOptions } from "../../src/languages/languageServers.ts";
import type { ServerSettings } from "../../src/languages/serverDefinition.ts";

const program = fileURLToPath(new URL("scriptedServer.mjs", import.meta.url));

/** What a scripted server does, and what else it has in its settings. */
export interface Script extends ServerSettings {
  readonly script?: Readonly<Record<string, unknown>>;
}

/** A workspace with scripted servers for its files `*.txt`. All of it ends with the test. */
export class ScriptedServers implements AsyncDisposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-languages-")));
  readonly warnings: string[] = [];
  readonly servers: LanguageServers;

  constructor(scripts: Readonly<Record<string, Script>>, options: Partial<LanguageServersOptions> = {}) {
    const servers = Object.entries(scripts).map(([name, { script = {}, ...settings }]) => {
      const args = JSON.stringify({ log: this.path(`${name}.log`), ...script });
      return [name, { command: [process.execPath, program, args], files: ["*.txt"], ...settings }];
    });
    this.servers = new LanguageServers({
      folders: [this.folder],
      env: { PATH: process.env.PATH, HOME: this.folder },
      version: "1",
      settings: { servers: Object.fromEntries(servers) },
      restarts: [10, 10],
      logger: { warn: (message) => this.warnings.push(message) },
      ...options,
    });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, text: string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** The messages of all problems that are known. */
  problems(): readonly string[] {
    return this.servers.diagnostics().flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
  }

  /** What a server has written down. */
  log(name: string): readonly Record<string, unknown>[] {
    if (!existsSync(this.path(`${name}.log`))) return [];
    return readFileSync(this.path(`${name}.log`), "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.servers.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ScreenTerminal, type ScreenTerminalOptions } from "../idebridge/screenTerminal.ts";

/** The sample as a program of its own, and the terminals in which it runs. */
export class Sample implements AsyncDisposable {
  readonly folder: string;
  readonly program: string;
  readonly #terminals: ScreenTerminal[] = [];

  static async build(): Promise<Sample> {
    const folder = mkdtempSync(join(tmpdir(), "idebridge-screen-"));
    const program = join(folder, "sample.cjs");
    await build({
      entryPoints: [fileURLToPath(new URL("sample.ts", import.meta.url))],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "cjs",
      target: "node20",
      logLevel: "warning",
    });
    return new Sample(folder, program);
  }

  private constructor(folder: string, program: string) {
    this.folder = folder;
    this.program = program;
  }

  get env(): Readonly<Record<string, string>> {
    return {
      HOME: this.folder,
      PATH: process.env.PATH ?? "/usr/bin:/bin",
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
    };
  }

  async start(options: Partial<ScreenTerminalOptions> = {}): Promise<ScreenTerminal> {
    const env = { ...this.env, ...options.env };
    const size = { columns: 60, rows: 20 };
    const terminal = new ScreenTerminal([], {
      cwd: this.folder,
      program: this.program,
      ...size,
      ...options,
      env,
    });
    this.#terminals.push(terminal);
    await terminal.until("|end");
    return terminal;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#terminals.map((terminal) => terminal.end()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

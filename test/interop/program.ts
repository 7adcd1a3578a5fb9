import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export type Report = { readonly event: string } & Readonly<Record<string, unknown>>;

/** A small program as a process of its own. It reports, and takes orders, in lines of JSON. */
export class Program implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #reports: Report[] = [];
  readonly #waiting = new Set<() => void>();
  #stderr = "";
  #ended = false;

  private constructor(process: ChildProcess) {
    this.#process = process;
    createInterface({ input: process.stdout! }).on("line", (line) => {
      this.#reports.push(JSON.parse(line));
      this.#wake();
    });
    process.stderr!.on("data", (data) => {
      this.#stderr += data;
    });
    process.once("close", () => {
      this.#ended = true;
      this.#wake();
    });
  }

  /** Starts it with an environment of its own, and waits until it is ready. */
  static async start(
    file: string,
    args: object,
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ program: Program; ready: Report }> {
    const child = spawn(process.execPath, [file, JSON.stringify(args)], { env, cwd: tmpdir() });
    const program = new Program(child);
    return { program, ready: await program.report("ready") };
  }

  get pid(): number {
    return this.#process.pid!;
  }

  /** The next report of this event; others stay for whoever waits for them. */
  async report(event: string): Promise<Report> {
    for (;;) {
      const index = this.#reports.findIndex((report) => report.event === event);
      if (index >= 0) return this.#reports.splice(index, 1)[0]!;
      if (this.#ended) throw new Error(`The program ended before it reported ${event}: ${this.#stderr}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  order(order: object): void {
    this.#process.stdin!.write(`${JSON.stringify(order)}\n`);
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    if (this.#ended) return;
    const closed = once(this.#process, "close");
    this.#process.kill("SIGKILL");
    await closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

/** Programs, bundled into a temporary folder. */
export interface Bundles extends AsyncDisposable {
  readonly folder: string;
  file(name: string): string;
}

/** Those of this folder, or of another one. */
export async function bundle(
  names: readonly string[],
  from = fileURLToPath(new URL(".", import.meta.url)),
): Promise<Bundles> {
  const folder = await mkdtemp(join(tmpdir(), "idebridge-interop-"));
  await build({
    entryPoints: names.map((name) => join(from, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@idebridge/source"],
    // `ws` is CommonJS and requires Node's own modules.
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  return {
    folder,
    file: (name) => join(folder, `${name}.mjs`),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleProgram } from "./bundleProgram.ts";
import { ChildProgram } from "./childProgram.ts";

export interface WorkshopOptions {
  /** Where CPU profiles of the programs go. */
  readonly profile: string | undefined;
  readonly quick: boolean;
}

/** Where the programs under test run: a temporary home, nothing of this machine's own settings. */
export class Workshop {
  readonly root: string;
  readonly folder = mkdtempSync(join(tmpdir(), "idebridge-bench-"));
  readonly env: Readonly<Record<string, string>>;
  readonly #programs: ChildProgram[] = [];
  readonly #profileFolder: string | undefined;
  readonly #isQuick: boolean;

  constructor(root: string, { profile, quick }: WorkshopOptions) {
    this.root = root;
    this.#isQuick = quick;
    this.env = { HOME: this.folder, CLAUDE_CONFIG_DIR: join(this.folder, ".claude") };
    this.#profileFolder = profile;
  }

  /** How often to measure: a quick run tells the direction, not the second digit. */
  rounds(usual: number): number {
    return this.#isQuick ? Math.max(3, Math.round(usual / 4)) : usual;
  }

  /** Starts one of `bench/programs`, bundled, in a process of its own. It ends with the workshop. */
  async start(name: string, nodeOptions: readonly string[] = []): Promise<ChildProgram> {
    const { file } = await bundleProgram(this.root, name);
    const profile = this.#profileFolder && [
      "--cpu-prof",
      `--cpu-prof-dir=${this.#profileFolder}`,
      `--cpu-prof-name=${this.#programs.length}-${name}.cpuprofile`,
    ];
    const program = new ChildProgram(file, {
      env: this.env,
      cwd: this.folder,
      execArgv: [...nodeOptions, ...(profile || [])],
    });
    this.#programs.push(program);
    return program;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#programs.map((program) => program.end()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

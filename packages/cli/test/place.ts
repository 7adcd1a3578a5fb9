import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import type { Context } from "../src/context.ts";
import { main } from "../src/main.ts";

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export type RunOptions = Partial<Pick<Context, "cwd" | "env" | "isTTY" | "colour">> & {
  readonly stdin?: string;
};

/** A project and a home of its own, gone afterwards; commands run in it without a process of their own. */
export class Place {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-cli-")));
  readonly folder = join(this.root, "project");
  readonly home = join(this.root, "home");
  readonly env: Readonly<Record<string, string>> = {
    HOME: this.home,
    XDG_STATE_HOME: join(this.root, "state"),
    PATH: join(this.root, "bin"),
  };

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.folder);
    mkdirSync(this.home);
    for (const [name, contents] of Object.entries(files)) this.write(join(this.folder, name), contents);
  }

  /** For `serve`, `connect` and `startHeadless`. */
  get options() {
    return { env: this.env, cwd: this.folder };
  }

  get locks(): string {
    return join(this.home, ".claude", "ide");
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(path: string, contents: string, mode = 0o644): string {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents, { mode });
    return path;
  }

  async run(argv: readonly string[], options: RunOptions = {}): Promise<Outcome> {
    const { stdin = "", isTTY = false, colour = false, cwd = this.folder, env = this.env } = options;
    const [stdout, stderr] = [new Captured(), new Captured()];
    const code = await main(argv, { stdin: Readable.from([stdin]), stdout, stderr, env, cwd, isTTY, colour });
    return { code, out: stdout.text, err: stderr.text };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

class Captured extends PassThrough {
  text = "";

  override write(chunk: unknown): boolean {
    this.text += String(chunk);
    return true;
  }
}

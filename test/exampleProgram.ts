import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Ide, IdeEvent } from "@idebridge/sdk";

const repository = fileURLToPath(new URL("..", import.meta.url));

/** A project and a home of its own, in a temporary folder. */
export class Place {
  readonly folder: string;
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
    this.folder = join(root, "project");
  }

  static async create(files: Readonly<Record<string, string>>): Promise<Place> {
    const place = new Place(await realpath(await mkdtemp(join(tmpdir(), "idebridge-examples-"))));
    await mkdir(place.folder);
    await mkdir(place.env.HOME);
    for (const [name, contents] of Object.entries(files)) await writeFile(place.path(name), contents);
    return place;
  }

  get env() {
    return { HOME: join(this.#root, "home") };
  }

  /** For `discover` and `connect`. */
  get options() {
    return { env: this.env, cwd: this.folder };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  locks(): Promise<readonly string[]> {
    return readdir(join(this.env.HOME, ".claude", "ide"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#root, { recursive: true, force: true });
  }
}

/** An example as a program of its own, in the project's folder. */
export class Example {
  output = "";
  readonly #process: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #waiting = new Set<() => void>();

  constructor(name: string, place: Place, args: readonly string[]) {
    const run = join(repository, "scripts", "run.mjs");
    const program = join(repository, "examples", name, "main.ts");
    this.#process = spawn(process.execPath, [run, program, ...args], { cwd: place.folder, env: place.env });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.output += text;
        for (const look of this.#waiting) look();
      });
    }
    this.#ended = new Promise((resolve) => this.#process.once("close", resolve));
  }

  /** Waits until the program has printed this; fails with all it printed if it ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let look = () => {};
    const found = new Promise<RegExpExecArray>((resolve) => {
      look = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
      };
    });
    this.#waiting.add(look);
    look();
    const ended = this.#ended.then(() => {
      throw new Error(`The example ended without printing ${pattern}:\n${this.output}`);
    });
    try {
      return await Promise.race([found, ended]);
    } finally {
      ended.catch(() => {});
      this.#waiting.delete(look);
    }
  }

  type(line: string): void {
    this.#process.stdin?.write(`${line}\n`);
  }

  ended(): Promise<number | null> {
    return this.#ended;
  }

  stop(): Promise<number | null> {
    this.#process.kill("SIGTERM");
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** The events of an IDE from now on, to be waited for one after the other. */
export function eventsOf(ide: Ide) {
  const seen: IdeEvent[] = [];
  let arrived = () => {};
  ide.subscribe((event) => {
    seen.push(event);
    arrived();
  });
  async function until(wanted: (event: IdeEvent) => boolean): Promise<IdeEvent> {
    for (;;) {
      const index = seen.findIndex(wanted);
      if (index >= 0) return seen.splice(0, index + 1).at(-1)!;
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    }
  }
  return { until, next: (type: IdeEvent["type"]) => until((event) => event.type === type) };
}

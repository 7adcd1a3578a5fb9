import { spawnSync } from "node:child_process";
import { expect } from "vitest";

/** A tmux of its own, which knows nothing of the user's. */
export class Tmux implements Disposable {
  readonly #socket: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(socket: string, env: Readonly<Record<string, string>>) {
    this.#socket = socket;
    this.#env = env;
    const { error } = spawnSync("tmux", ["-V"], { env });
    expect(error, "tmux is needed for this test: install it, with apt-get install tmux for example").toBe(
      undefined,
    );
  }

  /** Starts a session in which this command runs. */
  start(cwd: string, command: readonly string[]): void {
    this.run("new-session", "-d", "-x", "120", "-y", "50", "-c", cwd, "--", ...command);
  }

  run(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync("tmux", ["-S", this.#socket, "-f", "/dev/null", ...args], {
      env: this.#env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`);
    return stdout;
  }

  panes(): readonly { readonly id: string; readonly isActive: boolean }[] {
    return this.run("list-panes", "-s", "-F", "#{pane_id} #{pane_active}")
      .trim()
      .split("\n")
      .map((line) => line.split(" "))
      .map(([id = "", active]) => ({ id, isActive: active === "1" }));
  }

  screen(pane: string): string {
    return this.run("capture-pane", "-p", "-J", "-t", pane);
  }

  type(pane: string, ...keys: string[]): void {
    this.run("send-keys", "-t", pane, ...keys);
  }

  [Symbol.dispose](): void {
    spawnSync("tmux", ["-S", this.#socket, "kill-server"], { env: this.#env });
  }
}

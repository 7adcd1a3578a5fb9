import { type ChildProcess, spawn } from "node:child_process";
import { TerminalText } from "../outputs/terminalText.ts";

export interface KernelCommand {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Removed when the kernel has ended, however that was. */
  readonly folder: string;
}

export interface KernelEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last that it printed past its channels. */
  readonly lastWords: string;
}

const lastWordsCharacters = 4_000;
const lastWordsMilliseconds = 300;
const isWindows = process.platform === "win32";

/** A kernel's process, with whatever it starts: a group of its own, that goes with it, and with us. */
export class KernelProcess {
  readonly pid: number;
  readonly ended: Promise<KernelEnd>;
  readonly #child: ChildProcess;
  #hasEnded = false;

  private constructor(child: ChildProcess, folder: string) {
    this.#child = child;
    this.pid = child.pid!;
    const words = new TerminalText(lastWordsCharacters);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => words.write(text));
      stream?.on("error", () => {});
    }
    const guard = isWindows ? undefined : startGuard(this.pid, folder);
    this.ended = new Promise((resolve) => {
      // Not at `close`: what the kernel has started may hold its output open for ever.
      child.once("exit", (code, signal) => {
        this.#hasEnded = true;
        // What it has started must not stay behind. At once: nobody else can have the number of the group yet.
        killGroup(this.pid);
        guard?.kill("SIGKILL");
        const end = () => resolve({ code, signal, lastWords: words.toString().trim() });
        // What it last said may still be on its way.
        child.once("close", end);
        setTimeout(end, lastWordsMilliseconds).unref();
      });
    });
  }

  /** Rejects when it cannot be started at all. */
  static start({ argv, cwd, env, folder }: KernelCommand): Promise<KernelProcess> {
    return new Promise((resolve, reject) => {
      const [program, ...args] = argv;
      const child = spawn(program!, args, {
        cwd,
        env,
        // A group of its own: Ctrl-C in our terminal is not meant for it, and an interrupt reaches what it runs.
        detached: !isWindows,
        stdio: ["ignore", "pipe", "pipe"],
        windowsHide: true,
      });
      child.on("error", reject);
      if (child.pid !== undefined) resolve(new KernelProcess(child, folder));
    });
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    if (this.#hasEnded) return;
    if (isWindows) this.#child.kill("SIGINT");
    else signalGroup(this.pid, "SIGINT");
  }

  kill(): void {
    if (this.#hasEnded) return;
    if (isWindows) this.#child.kill("SIGKILL");
    else killGroup(this.pid);
  }
}

/**
 * Waits for our end, even by `kill -9`: the pipe closes then. Most kernels look after that themselves, but not all, and
 * not what they have started; and ipykernel takes only process 1 for a sign that its parent is gone.
 */
function startGuard(group: number, folder: string): ChildProcess {
  const script = 'read -r _; kill -s KILL -- "-$1"; rm -rf -- "$2"';
  const guard = spawn("/bin/sh", ["-c", script, "idebridge-kernel-guard", String(group), folder], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    detached: true,
  });
  guard.on("error", () => {});
  guard.stdin?.on("error", () => {});
  // It waits for us, not we for it.
  guard.unref();
  return guard;
}

function killGroup(group: number): void {
  if (!isWindows) signalGroup(group, "SIGKILL");
}

function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // All of it is gone.
  }
}

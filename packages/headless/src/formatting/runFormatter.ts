import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

export interface FormatterRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly signal: AbortSignal;
  readonly milliseconds: number;
  /** Output beyond this ends it: no formatter makes so much of a text. */
  readonly maxBytes: number;
}

export type FormatterOutcome =
  | { readonly kind: "text"; readonly text: string }
  /** For people, after the name of the formatter: "took longer than 10 s". */
  | { readonly kind: "failed"; readonly why: string };

const shownErrorBytes = 4_096;

/** Runs a formatter on a text. Whatever happens, nothing of it is left running. */
export function runFormatter(run: FormatterRun): Promise<FormatterOutcome> {
  return new Promise((resolve, reject) => {
    if (run.signal.aborted) return reject(run.signal.reason);
    const child = spawn(run.command, run.args, {
      cwd: run.cwd,
      env: { ...run.env, NO_COLOR: "1", FORCE_COLOR: "0" },
      stdio: ["pipe", "pipe", "pipe"],
      // A group of its own: some of these start the real program as a child of theirs.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    let ending: FormatterOutcome | undefined;
    const stop = (why: string) => {
      ending ??= { kind: "failed", why };
      killGroup(child.pid);
      // Whatever it has started may have left the group, and hold the pipes open.
      child.stdout.destroy();
      child.stderr.destroy();
    };
    const output: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > run.maxBytes) stop("wrote far more than there was to format");
      else output.push(chunk);
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (errors.length < shownErrorBytes) errors += text;
    });
    const timer = setTimeout(
      () => stop(`took longer than ${Math.ceil(run.milliseconds / 1000)} s`),
      run.milliseconds,
    );
    const abort = () => stop("was taken back");
    run.signal.addEventListener("abort", abort, { once: true });
    const end = (outcome: FormatterOutcome) => {
      clearTimeout(timer);
      run.signal.removeEventListener("abort", abort);
      if (run.signal.aborted) reject(run.signal.reason);
      else resolve(outcome);
    };
    child.on("error", (error) => end({ kind: "failed", why: `could not be started: ${error.message}` }));
    child.on("close", (code, signal) => {
      end(ending ?? outcomeOf(code, signal, Buffer.concat(output), errors));
    });
    // It may end before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(run.text);
  });
}

function outcomeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  output: Buffer,
  errors: string,
): FormatterOutcome {
  const said = inShort(errors);
  if (code !== 0) {
    const how = signal === null ? `ended with ${code}` : `was ended by ${signal}`;
    return { kind: "failed", why: said === "" ? how : `says: ${said}` };
  }
  if (!isUtf8(output)) return { kind: "failed", why: "wrote something that is no text" };
  return { kind: "text", text: output.toString("utf8") };
}

/** The first lines that say something. */
function inShort(errors: string): string {
  const lines = stripVTControlCharacters(errors)
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
  const text = lines.slice(0, 6).join("\n");
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

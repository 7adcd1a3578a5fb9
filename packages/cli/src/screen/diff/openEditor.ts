import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { writeAdvice } from "@idebridge/headless";
import type { Context } from "../../context.ts";

export type EditorResult =
  | { readonly outcome: "edited"; readonly text: string; readonly file: string }
  /** For people. Nothing of what the user has written is deleted. */
  | { readonly outcome: "failed"; readonly message: string };

/** Editors that take `+line` before the file. */
const takesLine = /^(vi|vim|nvim|view|nano|pico|emacs|emacsclient|kak|micro|joe|jed|mg|ne|mcedit)$/;

/** Lets the user edit a text in their own editor, which has the terminal meanwhile, in a file of the same name that nobody else can read. */
export async function openEditor(
  { path, text, line }: { readonly path: string; readonly text: string; readonly line: number },
  { env, cwd }: Pick<Context, "env" | "cwd">,
): Promise<EditorResult> {
  const editor = env.VISUAL || env.EDITOR || "vi";
  let file: string;
  try {
    file = keepText(path, text);
  } catch (error) {
    return { outcome: "failed", message: writeAdvice(tmpdir(), error, "TMPDIR") };
  }
  const program = basename(editor.trim().split(/\s+/)[0] ?? "");
  const args = takesLine.test(program) ? [`+${line}`, file] : [file];
  const code = await run(editor, args, env, cwd).catch((error: unknown) => String(error));
  const written = await readFile(file, "utf8").catch(() => undefined);
  if (code === 0 && written !== undefined) return { outcome: "edited", text: written, file };
  if (written === text || written === undefined) await forgetFile(file);
  const kept = written === text || written === undefined ? "" : ` What you wrote is in ${file}.`;
  return {
    outcome: "failed",
    message: `${describeFailure(editor, program, code)} Nothing was changed.${kept}`,
  };
}

/** Puts a text where the user finds it, and nobody else can read it. At once: the program may be about to end. */
export function keepText(path: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "idebridge-"));
  const file = join(folder, basename(path) || "text");
  try {
    writeFileSync(file, text, { mode: 0o600, flag: "wx" });
    return file;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

export async function forgetFile(file: string): Promise<void> {
  await rm(dirname(file), { recursive: true, force: true });
}

/** Through the shell, as git does it: the variable may hold arguments, and quotes. */
function run(
  editor: string,
  args: readonly string[],
  env: Context["env"],
  cwd: string,
): Promise<number | string> {
  return new Promise((resolve, reject) => {
    const child = spawn("sh", ["-c", `${editor} "$@"`, editor, ...args], {
      stdio: "inherit",
      cwd,
      env: env as NodeJS.ProcessEnv,
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal ?? code ?? 1));
  });
}

function describeFailure(editor: string, program: string, code: number | string): string {
  if (code === 127) return `The editor ${program} was not found: set VISUAL or EDITOR to one that is there.`;
  if (typeof code === "number") return `The editor (${editor}) ended with code ${code}.`;
  return `The editor (${editor}) was ended: ${code}.`;
}

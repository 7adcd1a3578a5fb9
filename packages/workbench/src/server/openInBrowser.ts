import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export interface BrowserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  /** How long the file that opens the page stays there. */
  readonly fileMilliseconds?: number;
}

export type Opened =
  | { readonly outcome: "opened" }
  /** Nobody would see a browser: the user works on another machine, or there is no screen. */
  | { readonly outcome: "noScreen"; readonly isRemote: boolean }
  | { readonly outcome: "failed"; readonly message: string };

/**
 * Opens a one-time link in the user's browser. Not by its address: that would stand in the list of processes, where
 * others on this machine could be faster. A file that only the user can read hands the ticket in, as a form, so that it
 * is in no history either.
 */
export async function openInBrowser(url: string, place: BrowserPlace): Promise<Opened> {
  const command = browserCommand(place);
  if (command === undefined) return { outcome: "noScreen", isRemote: isRemote(place.env) };
  const file = command.takesFile ? writeEntryFile(url) : undefined;
  try {
    await launch(command.program, [...command.args, file ?? url], place.env);
    return { outcome: "opened" };
  } catch (error) {
    return { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  } finally {
    // The browser reads it soon; the ticket in it is worth nothing after that.
    if (file !== undefined) removeLater(file, place.fileMilliseconds ?? 30_000);
  }
}

interface BrowserCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly takesFile: boolean;
}

/** Whether there is a screen to show a browser on. */
export function hasScreen(place: BrowserPlace): boolean {
  return browserCommand(place) !== undefined;
}

function browserCommand({ env, platform = process.platform }: BrowserPlace): BrowserCommand | undefined {
  const [chosen, ...args] = env.BROWSER?.split(":")[0]?.trim().split(/\s+/) ?? [];
  if (chosen) return { program: chosen, args: args.filter((each) => each !== "%s"), takesFile: true };
  if (isRemote(env)) return undefined;
  if (platform === "darwin") return { program: "open", args: [], takesFile: true };
  if (platform === "win32") return { program: "explorer.exe", args: [], takesFile: true };
  if (env.WSL_DISTRO_NAME && isWsl()) {
    // Windows browsers cannot be relied on to read files in here. Other users of this Linux do not see its processes.
    return { program: "cmd.exe", args: ["/c", "start", ""], takesFile: false };
  }
  const hasDisplay = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return hasDisplay && isOnPath("xdg-open", env)
    ? { program: "xdg-open", args: [], takesFile: true }
    : undefined;
}

function isRemote(env: BrowserPlace["env"]): boolean {
  return Boolean(env.SSH_CONNECTION || env.SSH_TTY);
}

function isWsl(): boolean {
  try {
    return /microsoft/i.test(readFileSync("/proc/version", "utf8"));
  } catch {
    return false;
  }
}

function isOnPath(program: string, env: BrowserPlace["env"]): boolean {
  return (env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}

/** In a folder of its own, which only this user may enter. */
function writeEntryFile(url: string): string {
  const { origin, pathname, hash } = new URL(url);
  const file = join(mkdtempSync(join(tmpdir(), "idebridge-")), "workbench.html");
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>idebridge</title>
<form method="post" action="${origin}${pathname}">
<input type="hidden" name="ticket" value="${hash.slice(1)}">
<noscript><button>Open the workbench</button></noscript>
</form>
<script>document.forms[0].submit()</script>
`;
  writeFileSync(file, html, { flag: "wx", mode: 0o600 });
  return file;
}

function removeLater(file: string, milliseconds: number): void {
  const remove = () => rmSync(join(file, ".."), { recursive: true, force: true });
  const timer = setTimeout(() => {
    process.off("exit", remove);
    remove();
  }, milliseconds);
  timer.unref();
  process.once("exit", remove);
}

/** Resolves once it runs. It goes on without us. */
function launch(program: string, args: readonly string[], env: BrowserPlace["env"]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: env as NodeJS.ProcessEnv,
      stdio: "ignore",
      detached: true,
      windowsHide: true,
    });
    child.once("error", reject);
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

import { spawn } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { WorkbenchLink } from "@idebridge/headless";
import { messageOf } from "@idebridge/sdk/core";

export interface BrowserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
}

export type Opened =
  | { readonly outcome: "opened" }
  /** Nobody would see a browser: the user works on another machine, or there is no screen. */
  | { readonly outcome: "noScreen"; readonly isRemote: boolean }
  | { readonly outcome: "failed"; readonly message: string };

/**
 * Opens a one-time link in the user's browser. Not by its address: that would stand in the list of processes, where
 * others on this machine could be faster. Its file is given to the browser instead.
 */
export async function openInBrowser(
  { url, file }: Pick<WorkbenchLink, "url" | "file">,
  place: BrowserPlace,
): Promise<Opened> {
  const command = browserCommand(place);
  if (command === undefined) return { outcome: "noScreen", isRemote: isRemote(place.env) };
  const target = command.takesFile ? file : url;
  if (target === undefined) return { outcome: "failed", message: "there is no file to open" };
  try {
    await launch(command.program, [...command.args, target], place.env);
    return { outcome: "opened" };
  } catch (error) {
    return { outcome: "failed", message: messageOf(error) };
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

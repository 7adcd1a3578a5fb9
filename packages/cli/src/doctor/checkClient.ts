import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

/** See test/real-client/OBSERVED.md. */
const newestWatched = "2.1.325";
/** The oldest that was seen to heed the variable; 2.0.77 did not. */
const heedsPortAlone = "2.1.100";

/** Claude Code itself: which version, and in which mode it writes. */
export async function checkClient(scene: Scene): Promise<Finding[]> {
  const version = await clientVersion(scene);
  return [...checkVersion(version, scene), ...checkMode(version, scene)];
}

type ClientVersion = { readonly found: string } | { readonly problem: "missing" | "slow" | "unclear" };

/** Asks it, for a few seconds at most. */
function clientVersion({ context: { env, cwd } }: Scene): Promise<ClientVersion> {
  const isWindows = process.platform === "win32";
  return new Promise((resolve) => {
    execFile(
      "claude",
      ["--version"],
      // On Windows it is a script, which only a shell can start.
      { env: env as NodeJS.ProcessEnv, cwd, timeout: 10_000, killSignal: "SIGKILL", shell: isWindows },
      (error, stdout) => {
        const found = /\d+\.\d+\.\d+/.exec(stdout)?.[0];
        if (found) return resolve({ found });
        const { code, killed } = (error ?? {}) as { code?: unknown; killed?: boolean };
        resolve({ problem: code === "ENOENT" ? "missing" : killed ? "slow" : "unclear" });
      },
    );
  });
}

function checkVersion(version: ClientVersion, { context }: Scene): Finding[] {
  const check = "client";
  if ("problem" in version) {
    const what = {
      missing: "There is no claude on the PATH.",
      slow: "claude --version has not answered within 10 seconds.",
      unclear: "claude --version does not tell a version.",
    }[version.problem];
    return [{ check, level: "note", what, why: "What is known of versions cannot be told." }];
  }
  const { found } = version;
  const findings: Finding[] = [{ check, level: "ok", what: `Claude Code ${found} is on the PATH.` }];
  if (isOlder(found, heedsPortAlone) && context.env.CLAUDE_CODE_SSE_PORT) {
    findings.push({
      check: "clientNeedsFlag",
      level: "warning",
      what: `CLAUDE_CODE_SSE_PORT is set, but Claude Code ${found} may not connect by that alone.`,
      why: `${heedsPortAlone} was seen to do so, 2.0.77 not.`,
      todo: "Start it with: claude --ide",
    });
  }
  return findings;
}

const modesThatWrite = ["auto", "acceptEdits", "bypassPermissions"];

/** In which mode it starts, as its settings say; those of the machine's owner are not looked at. */
function checkMode(version: ClientVersion, { cwd, configDir }: Scene): Finding[] {
  const files = [
    join(cwd, ".claude", "settings.local.json"),
    join(cwd, ".claude", "settings.json"),
    join(configDir, "settings.json"),
  ];
  const told = files
    .map((file) => ({ file, mode: defaultMode(file) }))
    .find(({ mode }) => mode !== undefined);
  const isNewest = "found" in version && !isOlder(version.found, newestWatched);
  const mode = told?.mode ?? (isNewest ? "auto" : undefined);
  if (mode === undefined) return [];
  const from = told ? told.file : "its own default";
  if (!modesThatWrite.includes(mode)) {
    return [
      { check: "permissionMode", level: "ok", what: `Claude Code starts in the mode ${mode} (${from}).` },
    ];
  }
  return [
    {
      check: "permissionMode",
      level: "note",
      what: `Claude Code starts in the mode ${mode} (${from}): it writes without asking.`,
      why: "No diff is ever opened in this mode. idebridge records what is written: idebridge changes",
      todo: "To be asked before each change: claude --ide --permission-mode default",
    },
  ];
}

function defaultMode(file: string): string | undefined {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as {
      permissions?: { defaultMode?: unknown };
    } | null;
    const mode = value?.permissions?.defaultMode;
    return typeof mode === "string" ? mode : undefined;
  } catch {
    return undefined;
  }
}

function isOlder(version: string, than: string): boolean {
  const [left, right] = [version.split(".").map(Number), than.split(".").map(Number)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && left[at]! < right[at]!;
}

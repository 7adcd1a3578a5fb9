import { lstatSync, type Stats } from "node:fs";
import { connect } from "node:net";
import { basename, dirname } from "node:path";
import { detectDialect } from "../client/detectDialect.ts";
import { type DialectName, isDialectName } from "../dialects/dialect.ts";
import type { Lock } from "../protocol/lockFile.ts";
import { isInside, toNativePath } from "../protocol/paths.ts";
import { type Environment, lockFolders } from "./configFolders.ts";
import { isProcessAlive, lockFilesIn, readLockFile } from "./lockFiles.ts";
import { realPath } from "./nodeHost.ts";
import { currentPlatform } from "./platform.ts";

export interface DiscoverOptions {
  /** Whose IDE is looked for; the working directory of the process when left out. */
  readonly cwd?: string;
  readonly configDir?: string;
  /** The environment to go by; that of the process when left out. */
  readonly env?: Environment;
}

/** An IDE that has announced itself, with all that is wrong with it. */
export interface FoundIde {
  readonly lockFile: string;
  readonly port: number;
  readonly name: string;
  readonly pid: number | undefined;
  readonly token: string | undefined;
  readonly folders: readonly string[];
  readonly dialect: DialectName;
  /** The lock file says so itself; else the dialect is guessed from the name, and certain after a connection. */
  readonly isDialectTold: boolean;
  /** Somebody listens, and the process lives: a connection can be tried. */
  readonly isAlive: boolean;
  /** Claude Code started in `cwd` would take it, were it the only one. */
  readonly matches: boolean;
  /** Another user has written the lock file, who may listen there too. Such a one is never taken unasked. */
  readonly isForeign: boolean;
  readonly problems: readonly Problem[];
}

export interface Problem {
  /** An error keeps an agent in `cwd` from using it, or from finding it; a warning does not. */
  readonly severity: "error" | "warning";
  readonly code:
    | "brokenLock"
    | "deadPid"
    | "portClosed"
    | "folderMismatch"
    | "unsafeMode"
    | "foreignOwner"
    | "unknownTransport"
    | "noToken";
  readonly message: string;
}

/** Every IDE that has a lock file, the best match for `cwd` first, broken ones last. */
export async function discover(options: DiscoverOptions = {}): Promise<readonly FoundIde[]> {
  const env = options.env ?? process.env;
  const cwd = realPath(options.cwd ?? process.cwd()) ?? options.cwd ?? process.cwd();
  const folders = lockFolders(env, cwd, options.configDir);
  const found = await Promise.all(folders.flatMap(lockFilesIn).map((file) => inspect(file, cwd)));
  // The others are folders of the project, and may have come with it.
  const ofUser = folders.slice(0, 2);
  const wantedPort = Number(env.CLAUDE_CODE_SSE_PORT);
  return found
    .map((ide) => ({ ide, score: scoreOf(ide, cwd, wantedPort, ofUser.includes(dirname(ide.lockFile))) }))
    .sort((a, b) => b.score - a.score)
    .map(({ ide }) => ide);
}

async function inspect(lockFile: string, cwd: string): Promise<FoundIde> {
  const problems: Problem[] = [];
  const stats = lstatSync(lockFile, { throwIfNoEntry: false });
  const isForeign = stats !== undefined && isOfOther(stats);
  if (stats) problems.push(...permissionProblems(stats));

  const lock = readLockFile(lockFile);
  if (typeof lock === "string") {
    problems.push({ severity: "error", code: "brokenLock", message: `${basename(lockFile)} ${lock}` });
    const port = Number.parseInt(basename(lockFile), 10);
    return { ...nothingKnown, lockFile, port, isForeign, problems };
  }
  const isPidAlive = lock.pid === undefined || isProcessAlive(lock.pid);
  if (!isPidAlive)
    problems.push({
      severity: "error",
      code: "deadPid",
      message: `The process ${lock.pid} does not run any more`,
    });
  const isListening = isPidAlive && (await isPortOpen(lock.port));
  if (isPidAlive && !isListening) {
    problems.push({ severity: "error", code: "portClosed", message: `Nothing listens on port ${lock.port}` });
  }
  const isWebSocket = lock.transport === "ws";
  if (!isWebSocket) {
    problems.push({
      severity: "error",
      code: "unknownTransport",
      message: `The transport is ${lock.transport}, not ws`,
    });
  }
  if (!lock.token)
    problems.push({
      severity: "warning",
      code: "noToken",
      message: "It has no token: any program can connect to it",
    });
  const folders = nativeFolders(lock);
  const matches = folders.some((folder) => isInside(folder, cwd, currentPlatform()));
  if (!matches) {
    problems.push({
      severity: "error",
      code: "folderMismatch",
      message: `It has ${folders.join(", ") || "no folder"} open, not ${cwd}`,
    });
  }
  const { port, name, pid, token } = lock;
  const dialect = detectDialect({ lockDialect: lock.dialect, ideName: name });
  const isDialectTold = isDialectName(lock.dialect);
  const isAlive = isListening && isWebSocket;
  return {
    lockFile,
    port,
    name,
    pid,
    token,
    folders,
    dialect,
    isDialectTold,
    isAlive,
    matches,
    isForeign,
    problems,
  };
}

const nothingKnown = {
  name: "unknown",
  pid: undefined,
  token: undefined,
  folders: [],
  dialect: "claude-code",
  isDialectTold: false,
  isAlive: false,
  matches: false,
} as const;

/** Root may write where it likes anyway. Windows knows no such owners. */
function isOfOther({ uid }: Stats): boolean {
  const own = process.getuid?.();
  return own !== undefined && uid !== own && uid !== 0;
}

function permissionProblems(stats: Stats): Problem[] {
  if (process.platform === "win32") return [];
  const { mode, uid } = stats;
  const problems: Problem[] = [];
  if ((mode & 0o077) !== 0) {
    const shown = (mode & 0o777).toString(8).padStart(3, "0");
    problems.push({
      severity: "warning",
      code: "unsafeMode",
      message: `Other users can read its token (mode ${shown}, should be 600)`,
    });
  }
  if (isOfOther(stats)) {
    problems.push({
      severity: "error",
      code: "foreignOwner",
      message: `It belongs to another user (uid ${uid})`,
    });
  }
  return problems;
}

function nativeFolders({ folders }: Lock): readonly string[] {
  return folders.flatMap((folder) => {
    try {
      return [toNativePath(folder, currentPlatform())];
    } catch {
      return [];
    }
  });
}

/** The user's own, then alive, then asked for by the environment, then matching, then announced in the user's own folder, then the deepest. */
function scoreOf(ide: FoundIde, cwd: string, wantedPort: number, isOfUser: boolean): number {
  const { isAlive, isForeign, matches, port, folders } = ide;
  const depths = folders
    .filter((folder) => isInside(folder, cwd, currentPlatform()))
    .map((folder) => folder.length);
  return (
    (isForeign ? 0 : 1e10) +
    (isAlive ? 1e9 : 0) +
    (port === wantedPort ? 1e8 : 0) +
    (matches ? 1e7 : 0) +
    (isOfUser ? 1e6 : 0) +
    Math.max(0, ...depths)
  );
}

export function isPortOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 1_000 });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("timeout", () => settle(false));
    socket.once("error", () => settle(false));
  });
}

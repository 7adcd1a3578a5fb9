import * as v from "valibot";
import { lazy } from "./lazy.ts";

/** What a lock file announces, whichever form it has. */
export interface Lock {
  readonly port: number;
  /** `undefined` for servers that have no token, as some in the wild. */
  readonly token: string | undefined;
  readonly pid: number | undefined;
  readonly name: string;
  readonly folders: readonly string[];
  readonly transport: string;
  readonly runningInWindows: boolean;
  /** Told by idebridge's own servers only. */
  readonly dialect: string | undefined;
}

const port = lazy(() => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65535)));
const pid = lazy(() => v.pipe(v.number(), v.integer(), v.minValue(1)));

/** The form of Claude Code (seeds 000 and 001); unknown keys are tolerated, most known ones may be missing. */
const claudeForm = lazy(() =>
  v.object({
    workspaceFolders: v.optional(v.array(v.string()), []),
    pid: v.nullish(pid()),
    ideName: v.optional(v.string(), "Unknown IDE"),
    transport: v.optional(v.string(), "ws"),
    runningInWindows: v.optional(v.boolean(), false),
    authToken: v.nullish(v.string()),
    port: v.nullish(port()),
    idebridge: v.optional(v.object({ dialect: v.string() })),
  }),
);

/** The form of Nexus (seed 004), to which our own server adds the pid and the name. */
const nexusForm = lazy(() =>
  v.object({
    port: port(),
    authToken: v.nullish(v.string()),
    projectPath: v.string(),
    pid: v.nullish(pid()),
    ideName: v.optional(v.string(), "Unknown IDE"),
  }),
);

export function writeClaudeLock(lock: Lock): object {
  const { folders, pid, name, transport, runningInWindows, token, port, dialect } = lock;
  return {
    workspaceFolders: folders,
    pid,
    ideName: name,
    transport,
    runningInWindows,
    authToken: token,
    port,
    idebridge: { dialect },
  };
}

export function writeNexusLock({ port, token, folders, pid, name }: Lock): object {
  return { port, authToken: token, projectPath: folders[0] ?? "", pid, ideName: name };
}

/** Reads a lock file of either form. Returns what is wrong as a string when it is none. */
export function readLock(fileName: string, contents: string): Lock | string {
  let value: unknown;
  try {
    value = JSON.parse(contents);
  } catch {
    return "is not valid JSON";
  }
  const namedPort = Number(/^(\d+)\.(?:lock|json)$/.exec(fileName)?.[1]);

  const nexus = v.safeParse(nexusForm(), value);
  if (nexus.success) {
    const { port, authToken, projectPath, pid, ideName } = nexus.output;
    return {
      port,
      token: authToken ?? undefined,
      pid: pid ?? undefined,
      name: ideName,
      folders: projectPath === "" ? [] : [projectPath],
      transport: "ws",
      runningInWindows: false,
      dialect: "nexus",
    };
  }
  const claude = v.safeParse(claudeForm(), value);
  if (!claude.success) return `does not look like a lock file: ${v.summarize(claude.issues)}`;
  // The file's name tells the port, and is what clients go by; the key is only Obsidian's.
  if (!v.is(port(), namedPort)) return "has a name that is not a port number";
  const { workspaceFolders, pid, ideName, transport, runningInWindows, authToken, idebridge } = claude.output;
  return {
    port: namedPort,
    token: authToken ?? undefined,
    pid: pid ?? undefined,
    name: ideName,
    folders: workspaceFolders,
    transport,
    runningInWindows,
    dialect: idebridge?.dialect,
  };
}

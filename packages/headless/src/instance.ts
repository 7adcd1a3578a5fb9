import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { IdeBridgeError } from "@idebridge/sdk";
import { type Environment, homeFolder, realPath, writeLockFile } from "@idebridge/sdk/node";
import type { RememberedWorkbench, WorkbenchMemory } from "./workbench.ts";
import { writeAdvice } from "./writeAdvice.ts";

/** An idebridge that serves a folder, or has served it: the next one takes the same port and token. */
export interface Instance {
  /** Left out once it has stopped. */
  readonly pid?: number;
  readonly name: string;
  readonly version: string;
  readonly folders: readonly string[];
  readonly startedAt: string;
  /** Where agents connect. */
  readonly port: number;
  readonly token: string;
  /** Where front ends connect. */
  readonly control: { readonly port: number; readonly token: string };
}

const fileName = "instance.json";
const workbenchFile = "workbench.json";

/** Where idebridge keeps what it must remember of a folder: only its user may look there. */
export function stateFolder(folder: string, env: Environment): string {
  const state = env.XDG_STATE_HOME || join(homeFolder(env), ".local", "state");
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return join(state, "idebridge", name);
}

/** Each folder knows of the instance, so that it is found from any of them. */
export function writeInstance(instance: Instance, env: Environment): void {
  for (const folder of instance.folders) writeInstanceOf(folder, instance, env);
}

export function writeInstanceOf(folder: string, instance: Instance, env: Environment): void {
  const place = stateFolder(folder, env);
  try {
    writeLockFile(place, fileName, instance);
  } catch (error) {
    throw stateNotWritable(place, error instanceof IdeBridgeError ? error.cause : error);
  }
}

export function stateNotWritable(folder: string, error: unknown): IdeBridgeError {
  const message = `idebridge cannot remember anything. ${writeAdvice(folder, error)}`;
  return new IdeBridgeError("LOCK_NOT_WRITABLE", message, { cause: error });
}

export function readInstance(folder: string, env: Environment): Instance | undefined {
  try {
    const value: unknown = readJson(join(stateFolder(folder, env), fileName));
    return isInstance(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The instance that runs for this folder or for one above it, as far as the process list tells. */
export function findInstance(cwd: string, env: Environment): Instance | undefined {
  for (let folder = realPath(cwd) ?? cwd; ; folder = dirname(folder)) {
    const instance = readInstance(folder, env);
    if (instance?.pid !== undefined && isOwnProcess(instance.pid)) return instance;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Whether it lives, and may be ours. Where we may not even send a signal, another user has the number by now, and perhaps
 * the port: to dial it would tell them the token.
 */
export function isOwnProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** What the workbench of a folder remembers; `undefined` when it was never opened. */
export function workbenchMemory(folder: string, env: Environment): WorkbenchMemory {
  const state = stateFolder(folder, env);
  return {
    read() {
      try {
        const value: unknown = readJson(join(state, workbenchFile));
        return isRemembered(value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write: (value) => void writeLockFile(state, workbenchFile, value),
  };
}

function isRemembered(value: unknown): value is RememberedWorkbench {
  const { port, sessions } = (value ?? {}) as Partial<RememberedWorkbench>;
  return (
    isPort(port) &&
    Array.isArray(sessions) &&
    sessions.every((each) => typeof each?.cookie === "string" && typeof each.until === "number")
  );
}

function isInstance(value: unknown): value is Instance {
  const { port, token, control, folders } = (value ?? {}) as Partial<Instance>;
  return (
    isPort(port) &&
    isToken(token) &&
    isPort(control?.port) &&
    isToken(control?.token) &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === "string")
  );
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < 65_536;
}

/** Long enough to be a secret, and fit for a header: with one of a damaged file, anybody might come in, or nobody. */
function isToken(value: unknown): boolean {
  return typeof value === "string" && /^[\x21-\x7e]{16,1000}$/.test(value);
}

/** Throws when it is no JSON, or no file: a pipe would hold us for ever. */
function readJson(path: string): unknown {
  if (!lstatSync(path).isFile()) throw new Error(`${path} is not a regular file`);
  return JSON.parse(readFileSync(path, "utf8"));
}

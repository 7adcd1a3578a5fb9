import { isatty } from "node:tty";
import { CliError } from "./cliError.ts";
import { exitCodes } from "./exitCodes.ts";

/** What a command may touch of the world around it; tests bring their own. */
export interface Context {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  readonly stdin: NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Somebody sits there: both input and output are a terminal. */
  readonly isTTY: boolean;
  /** Whether to colour what goes to stdout. */
  readonly colour: boolean;
}

/**
 * The streams are made when they are first used: each costs the start about a millisecond. `guard` gets those that
 * are written to, once.
 */
export function processContext(guard: (stream: NodeJS.WriteStream) => NodeJS.WriteStream): Context {
  const isOutputTerminal = isatty(1);
  let stdout: NodeJS.WriteStream | undefined;
  let stderr: NodeJS.WriteStream | undefined;
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      stdout ??= guard(process.stdout);
      return stdout;
    },
    get stderr() {
      stderr ??= guard(process.stderr);
      return stderr;
    },
    env: process.env,
    get cwd() {
      return currentFolder();
    },
    isTTY: isatty(0) && isOutputTerminal,
    colour: wantsColour(process.env, isOutputTerminal),
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const message = "The folder that you are in does not exist any more. Go to another one first: cd";
    throw new CliError(exitCodes.failed, message, { cause: error });
  }
}

/** `NO_COLOR` wins over all; then `FORCE_COLOR`; else a terminal that is not dumb. */
export function wantsColour(env: Context["env"], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
    return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTerminal && env.TERM !== "dumb";
}

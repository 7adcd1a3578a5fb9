import { isatty } from "node:tty";

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

/** The streams are made when they are first used: each costs the start about a millisecond. */
export function processContext(): Context {
  const isOutputTerminal = isatty(1);
  return {
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    env: process.env,
    cwd: process.cwd(),
    isTTY: isatty(0) && isOutputTerminal,
    colour: wantsColour(process.env, isOutputTerminal),
  };
}

/** `NO_COLOR` wins over all; then `FORCE_COLOR`; else a terminal that is not dumb. */
export function wantsColour(env: Context["env"], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "")
    return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTerminal && env.TERM !== "dumb";
}

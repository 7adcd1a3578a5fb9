import { spawn } from "node:child_process";
import { constants } from "node:os";
import { AlreadyRunning, type HeadlessIde } from "@idebridge/headless";
import { CliError, usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { serveOptions, startFromCommandLine } from "../serve/serveOptions.ts";
import { showReviewsInTmux } from "../serve/showReviewsInTmux.ts";
import { untilSignal } from "../serve/untilSignal.ts";

export const run = defineCommand({
  name: "run",
  summary: "Start a program with this folder's IDE at its side",
  usage: "run [options] -- <program> [argument…]",
  arguments: [],
  takesRest: true,
  options: serveOptions,
  description:
    "Serves this folder as long as the program runs, and ends with its exit code. Inside tmux, changes to review open in a " +
    "pane of their own; elsewhere in the browser, where there is a screen to show it. Else attach another terminal with " +
    "idebridge review.",
  examples: [
    { line: "idebridge run -- claude", does: "Claude Code with an IDE, in one terminal" },
    {
      line: "idebridge run --review reject -- claude -p 'what is wrong here?'",
      does: "let it look, not change",
    },
  ],
  async run({ values, rest }, context) {
    const [program, ...args] = rest;
    if (program === undefined) throw usageError("Say which program to run, after --");
    const stop = untilSignal();
    const started = await start(values, context);
    const { ide } = started;
    try {
      const early = await Promise.race([stop.code, undefined]);
      if (early !== undefined) return early;
      await showReviews(started, values.review === "plain", context);
      return await runProgram(
        program,
        args,
        { ...context.env, ...ide.server.terminalEnvironment(context.env) },
        context,
      );
    } finally {
      await ide.close();
      stop.release();
    }
  },
});

type Started = Awaited<ReturnType<typeof startFromCommandLine>>;

async function start(values: Parameters<typeof startFromCommandLine>[0], context: Context) {
  try {
    return await startFromCommandLine(values, [], context);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new CliError(
      exitCodes.failed,
      `${error.message}. To use that one: claude --ide, or for any program, eval "$(idebridge env)" first.`,
    );
  }
}

/** Where they can be seen: the program has this terminal. */
async function showReviews(started: Started, isPlain: boolean, context: Context): Promise<void> {
  const { ide, asksHere, inBrowser, isChosen } = started;
  if (inBrowser) return openReviews(ide, context, true);
  if (!asksHere || showReviewsInTmux(ide, isPlain, context)) return;
  if (!isChosen && (await isScreenThere(context))) {
    context.stderr.write("Changes to review open in the browser.\n");
    return openReviews(ide, context, false);
  }
  context.stderr.write(
    "Changes to review wait here: idebridge review, in another terminal in this folder.\n",
  );
}

async function openReviews(ide: HeadlessIde, context: Context, atOnce: boolean): Promise<void> {
  const { showReviewsInBrowser } = await import("../workbench/showReviewsInBrowser.ts");
  await showReviewsInBrowser(ide, context, { atOnce, output: context.stderr, isQuietLater: true });
}

async function isScreenThere({ env }: Context): Promise<boolean> {
  const { hasScreen } = await import("@idebridge/workbench");
  return hasScreen({ env });
}

/** Ends as the program does. What is sent to us is passed on; Ctrl-C and Ctrl-\ reach the program by themselves. */
function runProgram(
  program: string,
  args: readonly string[],
  env: Context["env"],
  { cwd }: Context,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: env as NodeJS.ProcessEnv, stdio: "inherit" });
    const ignore = () => {};
    const terminate = () => child.kill("SIGTERM");
    const hangUp = () => child.kill("SIGHUP");
    process.on("SIGINT", ignore).on("SIGQUIT", ignore).on("SIGTERM", terminate).on("SIGHUP", hangUp);
    const release = () =>
      process.off("SIGINT", ignore).off("SIGQUIT", ignore).off("SIGTERM", terminate).off("SIGHUP", hangUp);
    child.once("error", (error: NodeJS.ErrnoException) => {
      release();
      const why = error.code === "ENOENT" ? "there is no such program on the PATH" : error.message;
      reject(new CliError(error.code === "ENOENT" ? 127 : 126, `Cannot start ${program}: ${why}`));
    });
    child.once("exit", (code, signal) => {
      release();
      resolve(signal ? 128 + constants.signals[signal] : (code ?? exitCodes.failed));
    });
  });
}

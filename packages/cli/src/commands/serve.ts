import { AlreadyRunning, ControlClient, type HeadlessIde } from "@idebridge/headless";
import { CliError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import { conflictLine } from "../serve/conflictLine.ts";
import { eventLines } from "../serve/eventLines.ts";
import { serveOptions, startFromCommandLine } from "../serve/serveOptions.ts";
import { untilSignal } from "../serve/untilSignal.ts";
import { styleFor } from "../style.ts";

/** By then, idebridge in VS Code has made way: only others are still in conflict. */
const settledMilliseconds = 1_000;

type Started = Awaited<ReturnType<typeof startFromCommandLine>>;

export const serve = defineCommand({
  name: "serve",
  summary: "Be the IDE of this folder",
  usage: "[serve] [folder…] [options]",
  arguments: [
    { name: "[folder…]", description: "The folders to serve; this one when left out", completes: "folders" },
  ],
  options: {
    ...serveOptions,
    json: { type: "boolean", description: "Tell one event a line, as JSON, for scripts" },
  },
  description:
    "Claude Code finds it by itself: type `claude --ide` in the same folder. Proposed changes are asked about here; " +
    "what is written without asking is recorded (idebridge changes). Ctrl-C ends it.",
  examples: [
    { line: "idebridge", does: "serve this folder" },
    { line: "idebridge ../api ../web", does: "serve two folders at once" },
    { line: "idebridge --review browser", does: "review in the browser" },
    { line: "idebridge --review reject --json", does: "let a script watch an agent that may change nothing" },
  ],
  async run({ values, positionals }, context) {
    const stop = untilSignal();
    let started: Started;
    try {
      started = await startFromCommandLine(values, positionals, context);
    } catch (error) {
      stop.release();
      if (!(error instanceof AlreadyRunning)) throw error;
      return attachInstead(error, context, values);
    }
    const { ide, asksHere, inBrowser, isPlain } = started;
    const looking = values.json ? undefined : setTimeout(tellConflicts, settledMilliseconds, started);
    try {
      if (!values.json) greet(ide, context);
      if (inBrowser) {
        const { showReviewsInBrowser } = await import("../workbench/showReviewsInBrowser.ts");
        const output = values.json ? context.stderr : context.stdout;
        await showReviewsInBrowser(ide, context, { atOnce: true, output, isQuietLater: false });
      }
      if (values.json) return await tellEvents(ide, context, stop);
      if (!asksHere || !context.isTTY) return await tellLines(ide, context, stop);
      if (isPlain) return await Promise.race([askHere(started, context), stop.code]);
      return await showScreen(started, context, stop);
    } finally {
      clearTimeout(looking);
      await ide.close();
      stop.release();
    }
  },
});

function greet({ instance, server }: HeadlessIde, context: Context): void {
  const { bold, dim } = styleFor(context);
  const folders = instance.folders.map((folder) => printable(folder)).join(", ");
  const lines = [
    `${bold(printable(instance.name))} serves ${folders} on port ${server.port} ${dim(`(${server.dialect})`)}`,
    dim("In another terminal, in the same folder: claude --ide"),
  ];
  context.stdout.write(`${lines.join("\n")}\n`);
}

/** Where the user looks by then, be it the screen. What cannot be found out is no reason to end. */
async function tellConflicts({ ide: { server, instance }, log }: Started): Promise<void> {
  const others = await server.conflicts().catch(() => []);
  for (const other of others) log.write(conflictLine(other, instance.folders));
}

/** Until the user leaves. A line that is cut is opened again: the IDE runs on. */
async function askHere({ ide, log }: Started, context: Context): Promise<number> {
  const { PlainFrontEnd } = await import("../serve/plainFrontEnd.ts");
  for (;;) {
    const control = await ControlClient.open(ide.instance, "terminal");
    const terminal = new PlainFrontEnd(control, context);
    log.write = (text) => terminal.print(text);
    const ended = await terminal.run({ ownsIdebridge: true });
    if (ended !== "stopped") return ended === "interrupted" ? exitCodes.interrupted : exitCodes.ok;
  }
}

async function showScreen(
  { ide, settings, log }: Started,
  context: Context,
  stop: { readonly code: Promise<number> },
): Promise<number> {
  const { openScreen } = await import("../serve/openScreen.ts");
  const connect = () => ControlClient.open(ide.instance, "terminal");
  const line = { control: await connect(), reconnect: connect };
  const screen = await openScreen(line, { once: false, ownsIdebridge: true }, settings, context);
  log.write = (text) => screen.warn(text);
  const left = screen.run().then((how) => (how === "interrupted" ? exitCodes.interrupted : exitCodes.ok));
  const code = await Promise.race([left, stop.code]);
  screen.close();
  await left;
  return code;
}

function tellLines(
  ide: HeadlessIde,
  context: Context,
  stop: { readonly code: Promise<number> },
): Promise<number> {
  const toLine = eventLines(ide.instance.folders[0]!, styleFor(context));
  ide.subscribe((event) => {
    const line = toLine(event);
    if (line !== undefined) context.stdout.write(`${line}\n`);
  });
  return stop.code;
}

function tellEvents(
  ide: HeadlessIde,
  context: Context,
  stop: { readonly code: Promise<number> },
): Promise<number> {
  const { port, folders, pid } = ide.instance;
  const write = (event: object) => context.stdout.write(`${printableJson(event)}\n`);
  write({ type: "listening", port, folders, pid, lockFile: ide.server.lockFile });
  ide.subscribe(write);
  return stop.code;
}

/** Never two for one folder: whoever starts a second one is shown the first. */
async function attachInstead(
  { message, instance }: AlreadyRunning,
  context: Context,
  { json = false, review }: { readonly json?: boolean; readonly review?: string },
): Promise<number> {
  if (!context.isTTY || json) {
    throw new CliError(
      exitCodes.failed,
      `${message}. Attach to it: idebridge review. Or end it: kill ${instance.pid}`,
    );
  }
  context.stdout.write(
    `${printable(message)}: this terminal is now attached to it. Ctrl-C leaves it running.\n`,
  );
  const { attachTerminal } = await import("../serve/attachTerminal.ts");
  const cwd = instance.folders[0] ?? context.cwd;
  return attachTerminal({ cwd, once: false, isPlain: review === "plain" }, context);
}

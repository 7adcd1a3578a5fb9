import { describeError, usageError } from "./cliError.ts";
import type { Command } from "./command.ts";
import { commandNames, commandTable, isCommandName } from "./commandTable.ts";
import type { Context } from "./context.ts";
import { exitCodes } from "./exitCodes.ts";
import { nearest } from "./nearest.ts";
import { parseArguments } from "./parseArguments.ts";
import { printable } from "./printable.ts";

/** Runs the command that was typed, and returns the exit code. Never throws. */
export async function main(argv: readonly string[], context: Context): Promise<number> {
  let command: Command | undefined;
  try {
    const [first] = argv;
    if (first === "--version" || first === "-V") return await printVersion(context);
    if (first === "--help" || first === "-h" || first === "help") return await printHelp(argv[1], context);

    const name = await commandNameOf(first, context.cwd);
    command = (await commandTable[name]()) as Command;
    const args = parseArguments(command, name === first ? argv.slice(1) : argv);
    if (args === "help") return await printHelp(name, context);
    return await command.run(args, context);
  } catch (error) {
    return report(error, context, command);
  }
}

/** Without the name of a command it is `serve`, with options and folders. */
async function commandNameOf(first: string | undefined, cwd: string) {
  if (first === undefined || first.startsWith("-")) return "serve";
  if (isCommandName(first)) return first;
  if (/[\\/.~]/.test(first)) return "serve";
  const [{ promises: fs }, { resolve }] = await Promise.all([import("node:fs"), import("node:path")]);
  // One that cannot be looked at is one all the same: `serve` says what is the matter.
  const isFolder = await fs.stat(resolve(cwd, first)).then(
    (stats) => stats.isDirectory(),
    ({ code }: NodeJS.ErrnoException) => code !== "ENOENT" && code !== "ENOTDIR",
  );
  if (isFolder) return "serve";
  throw unknownCommand(first);
}

function unknownCommand(name: string): Error {
  const meant = nearest(name, commandNames);
  const hint = meant
    ? `Did you mean "idebridge ${meant}"?`
    : `"idebridge --help" lists them. A folder of that name does not exist either.`;
  return usageError(`There is no command ${name}. ${hint}`);
}

async function printHelp(name: string | undefined, context: Context): Promise<number> {
  const help = await import("./help.ts");
  if (name === undefined || name.startsWith("-")) context.stdout.write(await help.overview(context));
  else if (isCommandName(name)) context.stdout.write(help.helpOf(await commandTable[name](), context));
  else throw unknownCommand(name);
  return exitCodes.ok;
}

async function printVersion({ stdout }: Context): Promise<number> {
  const { version } = await import("./version.ts");
  stdout.write(`idebridge ${version}\n`);
  return exitCodes.ok;
}

/** Says what went wrong, and returns the exit code for it. */
export function report(error: unknown, { stderr, env }: Context, command?: Command): number {
  const known = describeError(error);
  if (known === undefined) {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
    stderr.write(`idebridge: ${printable(message, { keepLines: true })}\n`);
    const details = env.IDEBRIDGE_DEBUG ? stack : "This should not happen. IDEBRIDGE_DEBUG=1 shows where.";
    stderr.write(`${printable(details ?? "", { keepLines: true })}\n`);
    return exitCodes.failed;
  }
  // One that begins with our name needs it no second time.
  const prefix = known.message.startsWith("idebridge ") ? "" : "idebridge: ";
  stderr.write(`${prefix}${printable(known.message, { keepLines: true })}\n`);
  if (known.isUsage && command) {
    stderr.write(`Usage: idebridge ${command.usage}\nMore: idebridge ${command.name} --help\n`);
  }
  return known.exitCode;
}

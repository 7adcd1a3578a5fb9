import { resolve } from "node:path";
import type { FoundIde, Ide } from "@idebridge/sdk";
import { CliError, usageError } from "./cliError.ts";
import type { CommandOptions } from "./command.ts";
import type { Context } from "./context.ts";
import { exitCodes } from "./exitCodes.ts";
import { nearest } from "./nearest.ts";
import { printable } from "./printable.ts";
import { loadSettings } from "./settings/loadSettings.ts";

export const configDirOption = {
  type: "string",
  value: "folder",
  completes: "folders",
  description: "Where to look for IDEs, instead of CLAUDE_CONFIG_DIR or ~/.claude",
} as const;

/** The options of every command that talks to an IDE. */
export const ideOptions = {
  ide: {
    type: "string",
    value: "port|name",
    description: "Which IDE; when left out, the best match for this folder",
  },
  "config-dir": configDirOption,
} as const satisfies CommandOptions;

export interface IdeTarget {
  readonly ide?: string;
  readonly "config-dir"?: string;
}

/** Where to look for IDEs: there, where `serve` announces itself. */
export async function searchOptions(target: IdeTarget, { cwd, env }: Context) {
  const configDir = target["config-dir"] ?? (await loadSettings(cwd, env)).settings.configDir;
  return { cwd, env, ...(configDir !== undefined && { configDir: resolve(cwd, configDir) }) };
}

/** The running IDE that was named, else the best match for the folder. */
export async function findIde(target: IdeTarget, context: Context): Promise<FoundIde> {
  const { discover } = await import("@idebridge/sdk");
  const found = await discover(await searchOptions(target, context));
  const alive = found.filter(({ isAlive }) => isAlive);
  if (target.ide === undefined) return bestMatch(found, alive, context);

  const wanted = target.ide;
  const matches = /^\d+$/.test(wanted)
    ? alive.filter(({ port }) => port === Number(wanted))
    : alive.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (matches.length === 1) return matches[0]!;
  if (matches.length > 1) {
    throw usageError(
      `There are ${matches.length} IDEs called ${wanted}. Name the port:\n${matches.map(describe).join("\n")}`,
    );
  }
  const meant = nearest(
    wanted,
    alive.flatMap(({ name, port }) => [name, String(port)]),
  );
  const hint = meant ? ` Did you mean ${printable(meant)}?` : ' "idebridge list" shows what there is.';
  throw new CliError(exitCodes.nothingFound, `No IDE ${wanted} runs.${hint}`);
}

/** Connects to it, without coming back when the line breaks: a command is short. */
export async function connectIde(
  target: IdeTarget,
  context: Context,
  options: { readonly reconnect?: boolean } = {},
): Promise<Ide> {
  const ide = await findIde(target, context);
  const [{ connect }, { version }] = await Promise.all([import("@idebridge/sdk"), import("./version.ts")]);
  try {
    return await connect({
      ...(await searchOptions(target, context)),
      ide,
      clientInfo: { name: "idebridge-cli", version },
      ...(!options.reconnect && { reconnect: false }),
    });
  } catch (error) {
    const { hangAdvice, isHanging } = await import("@idebridge/headless");
    if (!isHanging(error)) throw error;
    const { name, port, pid } = ide;
    const who = `${printable(name)} (${pid === undefined ? "" : `pid ${pid}, `}port ${port})`;
    throw new CliError(exitCodes.nothingFound, `${who} does not answer. ${hangAdvice(pid)}`, {
      cause: error,
    });
  }
}

function bestMatch(found: readonly FoundIde[], alive: readonly FoundIde[], { cwd, env }: Context): FoundIde {
  const wantedPort = Number(env.CLAUDE_CODE_SSE_PORT);
  const best = alive.find(({ matches, port, isForeign }) => !isForeign && (matches || port === wantedPort));
  if (best) return best;
  const others =
    alive.length > 0 ? `\nOthers run:\n${alive.map(describe).join("\n")}\nTake one with --ide <port>.` : "";
  const hint = found.length > alive.length ? '\n"idebridge doctor" tells what is wrong.' : "";
  throw new CliError(
    exitCodes.nothingFound,
    `No IDE has ${cwd} open. Start one in that folder: idebridge${others}${hint}`,
  );
}

function describe({ name, port, folders }: FoundIde): string {
  return printable(`  ${port}  ${name}  ${folders.join(", ")}`);
}

import { resolve } from "node:path";
import { realFolder, startHeadless } from "@idebridge/headless";
import { claudeCode, type Dialect, dialectNames, isDialectName, type Logger } from "@idebridge/sdk";
import { usageError } from "../cliError.ts";
import type { CommandOption } from "../command.ts";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { requireSettings } from "../settings/loadSettings.ts";
import { version } from "../version.ts";
import { bundledServers } from "./bundledServers.ts";
import { isPlain } from "./openScreen.ts";

/** What `serve` and `run` have in common. Each of these wins over the setting of its name. */
export const serveOptions = {
  review: {
    type: "string",
    choices: ["terminal", "browser", "plain", "accept", "reject"],
    description: "Where proposed changes are reviewed, or how they are all answered",
  },
  name: { type: "string", value: "name", description: "What the IDE is called in /ide" },
  port: { type: "string", value: "port", description: "The port to listen on" },
  dialect: {
    type: "string",
    choices: dialectNames,
    description: "The form of the protocol that the clients speak",
  },
  "config-dir": {
    type: "string",
    value: "folder",
    completes: "folders",
    description: "Where Claude Code looks for IDEs, instead of ~/.claude",
  },
  "log-level": {
    type: "string",
    choices: ["silent", "error", "warn", "info", "debug"],
    description: "How much to tell about what goes on",
  },
} as const satisfies Readonly<Record<string, CommandOption>>;

export type ServeValues = { readonly [Name in keyof typeof serveOptions]?: string };

/** Starts the IDE as the command line and the settings want it. */
export async function startFromCommandLine(
  values: ServeValues,
  folders: readonly string[],
  context: Context,
) {
  const { cwd, env } = context;
  const paths = folders.length > 0 ? folders.map((folder) => resolve(cwd, folder)) : [cwd];
  const wantedPort = values.port === undefined ? undefined : toPort(values.port);
  // Before their settings are looked for: what is the matter with a folder says more.
  for (const path of paths) realFolder(path);
  const settings = await requireSettings(paths[0]!, env);
  const review = values.review ?? settings.review ?? "terminal";
  const configDir = values["config-dir"] ?? settings.configDir;
  const port = wantedPort ?? settings.port;
  const name = values.name ?? settings.name;
  const log: LogSink = { write: (line) => context.stderr.write(`${line}\n`) };
  const ide = await startHeadless({
    folders: paths,
    version,
    env,
    review: review === "accept" || review === "reject" ? review : "ask",
    dialect: await toDialect(values.dialect ?? settings.dialect),
    logger: loggerFor(values["log-level"] ?? settings.logLevel ?? "warn", log),
    recordChanges: settings.changes?.record ?? true,
    ...(settings.changes?.megabytes !== undefined && { changeMegabytes: settings.changes.megabytes }),
    bundledServers,
    ...(settings.languageServers && { languageServers: settings.languageServers }),
    ...(settings.sharing && { sharing: settings.sharing }),
    ...(settings.notebooks && { notebooks: settings.notebooks }),
    ...(configDir !== undefined && { configDir: resolve(cwd, configDir) }),
    ...(port !== undefined && { port }),
    ...(name !== undefined && { name }),
    startWorkbench: async (place) => {
      const [{ startWorkbench }, { pageFolder }] = await Promise.all([
        import("@idebridge/workbench"),
        import("../workbench/pageFolder.ts"),
      ]);
      return startWorkbench({ ...place, pageFolder: pageFolder() });
    },
  });
  return {
    ide,
    asksHere: review === "terminal" || review === "plain",
    inBrowser: review === "browser",
    isPlain: isPlain(review, context),
    /** Whether the user has said where to review. */
    isChosen: values.review !== undefined || settings.review !== undefined,
    settings,
    log,
  };
}

function toPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw usageError(`--port must be a number from 1 to 65535, not ${text}`);
}

async function toDialect(name: string = claudeCode.name): Promise<Dialect> {
  if (name === claudeCode.name) return claudeCode;
  if (!isDialectName(name)) throw usageError(`There is no dialect ${name}`);
  const { dialects } = await import("@idebridge/sdk");
  return dialects[name];
}

const levels = ["error", "warn", "info", "debug"] as const;

/** Where the log goes: not onto a screen that is painted. */
export interface LogSink {
  write(line: string): void;
}

function loggerFor(level: string, log: LogSink): Logger {
  const wanted = levels.slice(0, levels.indexOf(level as (typeof levels)[number]) + 1);
  return Object.fromEntries(
    wanted.map((name) => [
      name,
      (message: string, details: object = {}) => {
        const more = Object.keys(details).length === 0 ? "" : ` ${printable(JSON.stringify(details))}`;
        log.write(`${name}: ${printable(message)}${more}`);
      },
    ]),
  );
}

import type { Client, Logger } from "@idebridge/sdk";
import type { Sharing } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import type { ControlEvent } from "../control/controlProtocol.ts";
import { writeAdvice } from "../writeAdvice.ts";
import type { CapturedFile } from "./captureFile.ts";
import type { ChangeLog } from "./changeLog.ts";

export interface LazyChangeLogOptions {
  readonly folders: readonly string[];
  readonly stateDir: string;
  readonly env: Environment;
  readonly rules: () => Sharing;
  readonly megabytes: number | undefined;
  readonly logger: Logger | undefined;
  /** Who is connected: those that came while the log could not be opened, too. */
  readonly agents: () => readonly Client[];
  readonly tell: (event: ControlEvent) => void;
}

export interface LazyChangeLog {
  /** Rejects when the log cannot be opened, which is told to the user; the next call tries again. */
  (): Promise<ChangeLog>;
  /** The log if somebody has needed it. Never rejects. */
  ifOpen(): Promise<ChangeLog | undefined>;
  /** A file as it is now, whether the log is open or not. */
  capture(path: string): Promise<CapturedFile>;
}

/** The log costs time and memory: it is opened when the first agent comes, or somebody asks for changes. */
export function lazyChangeLog({ tell, agents, ...options }: LazyChangeLogOptions): LazyChangeLog {
  let opened: Promise<ChangeLog> | undefined;
  let lastWarning: string | undefined;
  const failed = (error: unknown) => {
    options.logger?.debug?.("a change could not be recorded", { error: String(error) });
    const message = `What agents write now cannot be taken back later, as it cannot be recorded. ${writeAdvice(options.stateDir, error)}`;
    // The same goes wrong with every file that is written: once is enough, until it works again.
    if (message !== lastWarning) tell({ type: "warning", message });
    lastWarning = message;
  };
  const open = async () => {
    try {
      const log = await openLog(options, failed);
      log.subscribe((prompt) => {
        lastWarning = undefined;
        tell({ type: "changesChanged", prompt });
      });
      for (const agent of agents()) log.clientConnected(agent);
      return log;
    } catch (error) {
      opened = undefined;
      failed(error);
      throw error;
    }
  };
  return Object.assign(() => (opened ??= open()), {
    ifOpen: async () => opened?.catch(() => undefined),
    async capture(path: string) {
      const { ChangeLog } = await import("./changeLog.ts");
      return ChangeLog.capture(path, (each) => options.rules().isDenied(each));
    },
  });
}

async function openLog(
  { folders, stateDir, env, rules, megabytes, logger }: Omit<LazyChangeLogOptions, "tell" | "agents">,
  failed: (error: unknown) => void,
): Promise<ChangeLog> {
  const { ChangeLog } = await import("./changeLog.ts");
  return ChangeLog.open({
    folders,
    stateDir,
    isDenied: (path) => rules().isDenied(path),
    env: env as NodeJS.ProcessEnv,
    failed,
    ...(megabytes !== undefined && { limits: { totalBytes: megabytes * 1024 * 1024 } }),
    ...(logger && { logger }),
  });
}

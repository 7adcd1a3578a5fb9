import type { ControlEvent } from "../control/controlProtocol.ts";
import type { HeadlessOptions } from "../headlessIde.ts";
import { stateFolder } from "../instance.ts";
import { sharingRules } from "../sharingRules.ts";
import type { ChangeLog } from "./changeLog.ts";

export interface LazyChangeLog {
  (): Promise<ChangeLog>;
  /** The log if somebody has needed it. */
  ifOpen(): Promise<ChangeLog> | undefined;
}

/** The log costs time and memory: it is opened when the first agent comes, or somebody asks for changes. */
export function lazyChangeLog(
  options: HeadlessOptions,
  folders: readonly string[],
  main: string,
  tell: (event: ControlEvent) => void,
): LazyChangeLog {
  const { env, sharing, logger, changeMegabytes } = options;
  let opened: Promise<ChangeLog> | undefined;
  const open = async () => {
    const { ChangeLog } = await import("./changeLog.ts");
    const rules = sharingRules(sharing, folders);
    const log = await ChangeLog.open({
      folders,
      stateDir: `${stateFolder(main, env)}/changes`,
      isDenied: (path) => rules.isDenied(path),
      env: env as NodeJS.ProcessEnv,
      ...(changeMegabytes !== undefined && { limits: { totalBytes: changeMegabytes * 1024 * 1024 } }),
      ...(logger && { logger }),
    });
    log.subscribe((prompt) => tell({ type: "changesChanged", prompt }));
    return log;
  };
  return Object.assign(() => (opened ??= open()), { ifOpen: () => opened });
}

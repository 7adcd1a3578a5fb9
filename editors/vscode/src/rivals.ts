import { watch } from "node:fs";
import { discover, type FoundIde, type Logger } from "@idebridge/sdk";
import { lockFolder, makePrivateFolder, realPath } from "@idebridge/sdk/node";
import { Disposable } from "vscode";
import { isForClaude } from "./isForClaude.ts";
import { settings } from "./settings.ts";

/** The other IDEs that serve a folder of this window. */
export class Rivals {
  readonly #folders: () => readonly string[];
  readonly #logger: Logger;

  constructor(folders: () => readonly string[], logger: Logger) {
    this.#folders = folders;
    this.#logger = logger;
  }

  async first(ownLockFile: string | undefined): Promise<FoundIde | undefined> {
    const ours = this.#folders().map(real);
    const [cwd] = ours;
    if (cwd === undefined) return undefined;
    const { configDir } = settings;
    const folder = lockFolder("ide", process.env, configDir);
    const found = await discover({ cwd, ...(configDir && { configDir }) });
    return found.find(
      (ide) =>
        isForClaude(ide, folder) &&
        ide.lockFile !== ownLockFile &&
        ide.folders.some((each) => ours.includes(real(each))),
    );
  }

  /** Calls back whenever an IDE has come or gone. */
  watch(changed: () => void): Disposable {
    const folder = lockFolder("ide", process.env, settings.configDir);
    const failed = (error: unknown) =>
      this.#logger.warn?.(`other editors are not noticed, since ${folder} cannot be watched: ${error}`);
    try {
      makePrivateFolder(folder);
      const watcher = watch(folder, changed).on("error", failed);
      return new Disposable(() => watcher.close());
    } catch (error) {
      failed(error);
      return new Disposable(() => {});
    }
  }
}

function real(path: string): string {
  return realPath(path) ?? path;
}

import { watch } from "node:fs";
import { discover, type FoundIde, type Logger } from "@idebridge/sdk";
import { lockFolder, makePrivateFolder, realPath } from "@idebridge/sdk/node";
import { commands, Disposable, extensions, window, workspace } from "vscode";
import { isForClaude } from "./isForClaude.ts";
import { plainText } from "./plainText.ts";
import { settings } from "./settings.ts";

const official = "anthropic.claude-code";

/**
 * The other IDEs that serve the folders of this window. Claude Code connects to none by itself when two serve one
 * folder: there are never two because of us.
 */
export class Rivals {
  readonly #folders: () => readonly string[];
  readonly #logger: Logger;
  /** Those the user has been told of: once is enough. */
  readonly #told = new Set<string>();

  constructor(folders: () => readonly string[], logger: Logger) {
    this.#folders = folders;
    this.#logger = logger;
  }

  /** The one that goes before this window's own server, if there is one. */
  async first(own: { readonly lockFile: string; readonly port: number } | undefined) {
    const ours = this.#folders().map(real);
    const [cwd] = ours;
    if (cwd === undefined) return undefined;
    const { configDir } = settings;
    const folder = lockFolder("ide", process.env, configDir);
    const found = await discover({ cwd, ...(configDir && { configDir }) });
    return found.find(
      (ide) =>
        isForClaude(ide, folder) &&
        ide.lockFile !== own?.lockFile &&
        ide.folders.some((each) => ours.includes(real(each))) &&
        // Two of our kind that started at once must not both step back.
        !(own !== undefined && ide.isDialectTold && own.port < ide.port),
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

  /** Says who serves this folder, and how to change that. */
  async tell({ name, pid, lockFile }: FoundIde): Promise<void> {
    if (settings.otherEditors === "wait" || this.#told.has(lockFile)) return;
    this.#told.add(lockFile);
    const theirs = extensions.getExtension(official);
    const who = theirs
      ? "Claude Code's own extension"
      : `${plainText(name)}${pid ? ` (process ${pid})` : ""}`;
    const [disable, never] = ["Disable Theirs…", "Don't Tell Me Again"];
    const choice = await window.showWarningMessage(
      `${who} serves this folder. With two, Claude Code would connect to none by itself: idebridge waits until the other one has gone.`,
      ...(theirs ? [disable] : []),
      never,
    );
    if (choice === disable) await commands.executeCommand("workbench.extensions.search", `@id:${official}`);
    if (choice === never) {
      await workspace.getConfiguration("idebridge").update("otherEditors", "wait", true);
    }
  }
}

function real(path: string): string {
  return realPath(path) ?? path;
}

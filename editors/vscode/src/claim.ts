import { randomUUID } from "node:crypto";
import { type FSWatcher, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "@idebridge/sdk";
import type { Uri } from "vscode";
import { workspaceKey } from "./workspaceKey.ts";

/**
 * Which window serves a folder that is open in several: the one that claimed it last. In a browser a window may be gone,
 * and what ran for it goes on for hours; a new window need not wait for that.
 */
export class Claim {
  readonly #id = randomUUID();
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #lost: () => void;
  #file: string | undefined;
  #watcher: FSWatcher | undefined;

  /** `storage` is that of all windows. */
  constructor(storage: Uri, logger: Logger, lost: () => void) {
    this.#folder = storage.fsPath;
    this.#logger = logger;
    this.#lost = lost;
  }

  take(): void {
    const key = workspaceKey();
    if (key === undefined) return;
    // Machines run out of watchers: a window is served without one, too.
    const failed = (error: unknown) => this.#logger.warn?.(`other windows are not noticed: ${error}`);
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#file = join(this.#folder, `served-${key}`);
      writeFileSync(this.#file, this.#id);
      this.#watcher ??= watch(this.#folder, () => this.#look()).on("error", failed);
    } catch (error) {
      failed(error);
    }
  }

  release(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }

  #look(): void {
    if (this.#watcher === undefined || this.#isOurs()) return;
    this.release();
    this.#lost();
  }

  #isOurs(): boolean {
    try {
      // Empty while it is being written: another look follows.
      return ["", this.#id].includes(readFileSync(this.#file!, "utf8"));
    } catch {
      return true;
    }
  }
}

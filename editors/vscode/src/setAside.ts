import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { FoundIde } from "@idebridge/sdk";
import { isPortOpen, writeLockFile } from "@idebridge/sdk/node";

/**
 * Lock files of other editors that the user wants out of the way: agents find this window instead. Agents that are connected
 * to them stay, and each lock file is put back when this window is served no more.
 */
export class SetAside {
  readonly #taken = new Map<string, { readonly rival: FoundIde; readonly contents: string }>();

  /** Those that make way, the latest last. */
  list(): readonly FoundIde[] {
    return [...this.#taken.values()].map(({ rival }) => rival);
  }

  /** `false` for one that was taken before and is there again: its editor insists, and a fight would help nobody. */
  take(rival: FoundIde): boolean {
    const { lockFile } = rival;
    if (this.#taken.has(lockFile)) return false;
    try {
      const contents = readFileSync(lockFile, "utf8");
      unlinkSync(lockFile);
      this.#taken.set(lockFile, { rival, contents });
      return true;
    } catch (error) {
      // Gone by itself: there may be others.
      return (error as NodeJS.ErrnoException).code === "ENOENT";
    }
  }

  /** One that insisted is taken once more. */
  forget({ lockFile }: FoundIde): void {
    this.#taken.delete(lockFile);
  }

  /** Of those that still listen. `except` says which are not worth it. */
  async putBack(except: (rival: FoundIde) => boolean = () => false): Promise<void> {
    const taken = [...this.#taken.values()];
    this.#taken.clear();
    for (const { rival, contents } of taken) {
      const { lockFile, port } = rival;
      if (except(rival) || existsSync(lockFile) || !(await isPortOpen(port))) continue;
      writeLockFile(dirname(lockFile), basename(lockFile), JSON.parse(contents));
    }
  }
}

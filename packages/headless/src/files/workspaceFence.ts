import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, normalize } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform } from "@idebridge/sdk/node";
import { DocumentError } from "../documents/documentError.ts";

export interface WorkspaceFenceOptions {
  folders(): readonly string[];
  /** Files that the user keeps back from agents. */
  isDenied(path: string): boolean;
}

/** What pages may see and change: files of the workspace, by where their links lead. */
export class WorkspaceFence {
  readonly #options: WorkspaceFenceOptions;

  constructor(options: WorkspaceFenceOptions) {
    this.#options = options;
  }

  async assert(path: string): Promise<void> {
    if (!isFullPath(path)) {
      throw new DocumentError("INVALID_PATH", path, `${JSON.stringify(path)} is not the full path of a file`);
    }
    const problem = await this.problemOf(path);
    if (problem !== undefined) throw new DocumentError("UNREADABLE", path, `${path} ${problem}`);
  }

  /** Why it is off limits, to be said after its name; `undefined` when it is not. */
  async problemOf(path: string): Promise<string | undefined> {
    const tidy = normalize(path);
    if (!this.#isInside(tidy)) return "is outside of the workspace";
    const real = await realOf(tidy);
    if (!this.#isInside(real)) return "is a link that leads out of the workspace";
    if (this.#options.isDenied(tidy)) return "is not shared: it matches a deny pattern";
    return undefined;
  }

  #isInside(path: string): boolean {
    return this.#options.folders().some((folder) => isInside(folder, path, currentPlatform()));
  }
}

function isFullPath(path: string): boolean {
  return isAbsolute(path) && !path.includes("\0");
}

/** As `realOf` of the sdk, but asked for each of thousands of files: nobody else waits for that. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(await realOf(above), basename(path));
  }
}

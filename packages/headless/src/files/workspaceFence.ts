import { isAbsolute, normalize } from "node:path";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, realOf } from "@idebridge/sdk/node";
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

  assert(path: string): void {
    if (!isFullPath(path)) {
      throw new DocumentError("INVALID_PATH", path, `${JSON.stringify(path)} is not the full path of a file`);
    }
    const problem = this.problemOf(path);
    if (problem !== undefined) throw new DocumentError("UNREADABLE", path, `${path} ${problem}`);
  }

  /** Why it is off limits, to be said after its name; `undefined` when it is not. */
  problemOf(path: string): string | undefined {
    const tidy = normalize(path);
    if (!this.#isInside(tidy)) return "is outside of the workspace";
    if (!this.#isInside(realOf(tidy))) return "is a link that leads out of the workspace";
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

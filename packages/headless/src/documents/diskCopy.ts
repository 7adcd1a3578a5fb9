import { statSync } from "node:fs";
import { dirname } from "node:path";
import { DocumentError, readFailure } from "./documentError.ts";
import { type FileStamp, readStamp } from "./fileStamp.ts";
import { readTextFile } from "./readTextFile.ts";

export type DiskNews =
  | { readonly kind: "same" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "deleted" }
  /** Something is there that cannot be a document: too large, binary, no permission. */
  | { readonly kind: "unreadable"; readonly error: DocumentError };

/** A file as it looked when it was last read or written. */
export class DiskCopy {
  readonly path: string;
  /** `undefined` when there was nothing to read. */
  #seen: FileStamp | undefined;
  /** The disk that its folder was on. */
  #device: number | undefined;

  constructor(path: string, stamp: FileStamp) {
    this.path = path;
    this.#seen = stamp;
    this.#device = deviceOf(path);
  }

  /** What became of the file since the last look. Reads it only when it may have changed. */
  async look(): Promise<DiskNews> {
    try {
      const now = await readStamp(this.path);
      if (this.#seen?.isSettled && this.#seen.key === now.key) return { kind: "same" };
      const file = await readTextFile(this.path);
      this.#seen = file.stamp;
      return { kind: "text", text: file.text };
    } catch (reason) {
      this.#seen = undefined;
      const error = readFailure(this.path, reason);
      return error.code === "NOT_FOUND" ? { kind: "deleted" } : { kind: "unreadable", error };
    }
  }

  /** Throws when the file is not what it was at the last look. Tells less surely than `look`, but at once. */
  async assertUntouched(): Promise<void> {
    const now = await readStamp(this.path).catch(() => undefined);
    if (now?.key === this.#seen?.key) return;
    throw new DocumentError("CHANGED_ON_DISK", this.path, `${this.path} has changed on disk`);
  }

  /**
   * Throws when the folder is on another disk than it was. Its own was unmounted then, and what is written to the
   * empty folder under it is out of sight once it is mounted again.
   */
  assertMounted(): void {
    const device = deviceOf(this.path);
    if (device === undefined || this.#device === undefined || device === this.#device) return;
    throw new DocumentError(
      "FOLDER_GONE",
      this.path,
      `${this.path} was not saved: its disk is not mounted any more. Mount it again, then save`,
    );
  }

  /** It was read or written by somebody else. */
  seen(stamp: FileStamp): void {
    this.#seen = stamp;
    this.#device = deviceOf(this.path);
  }

  /** The next look reads it. */
  forget(): void {
    this.#seen = undefined;
  }
}

/** Of the folder: some file systems have numbers of their own for files. */
function deviceOf(path: string): number | undefined {
  try {
    return statSync(dirname(path)).dev;
  } catch {
    return undefined;
  }
}

import { type BigIntStats, promises as fs } from "node:fs";

/** Tells one state of a file from another without reading it. */
export interface FileStamp {
  readonly key: string;
  /**
   * False when the file had just changed as it was looked at: it could change again within the same tick of
   * the file system's clock, and look the same. Then only reading tells.
   */
  readonly isSettled: boolean;
}

/** The coarsest clock in use is that of FAT: two seconds. */
const coarsestTick = 2_000;

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs }: BigIntStats): FileStamp {
  const changedAt = Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs);
  return {
    key: [dev, ino, size, mtimeNs, ctimeNs].join(":"),
    isSettled: Date.now() - changedAt > coarsestTick,
  };
}

export async function readStamp(path: string): Promise<FileStamp> {
  return stampOf(await fs.stat(path, { bigint: true }));
}

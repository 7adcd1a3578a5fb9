import { realpathSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { basename } from "node:path";
import { systemClock } from "../protocol/clock.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { Host } from "../server/host.ts";
import { currentPlatform } from "./platform.ts";

const largestText = 10 * 1024 * 1024;

export function nodeHost(): Host {
  return { platform: currentPlatform(), clock: systemClock, realPath, readText };
}

export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  // Loaded late: it costs the start about a millisecond, and most servers never read a file.
  const { constants, open } = await import("node:fs/promises");
  let file: FileHandle | undefined;
  try {
    // Not through a link, which somebody may have put there since the path was looked at; nor from a pipe, for ever.
    const carefully = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    file = await open(path, carefully);
    const stats = await file.stat();
    if (!stats.isFile()) return undefined;
    if (stats.size > largestText) {
      throw new IdeBridgeError("DENIED", `${basename(path)} is too large to be read: ${stats.size} bytes`);
    }
    return await file.readFile("utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (["ENOENT", "EISDIR", "ENOTDIR", "ELOOP", "ENXIO"].includes(code)) return undefined;
    throw error;
  } finally {
    await file?.close();
  }
}

import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open } from "node:fs/promises";

/** A file as it was at one moment. Only `text` can be stored, and so be brought back. */
export type Content =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly bytes: Buffer; readonly hash: string; readonly mode: number }
  /** `stamp` tells two of them apart; without one they always count as different. */
  | { readonly kind: "opaque"; readonly why: OpaqueReason; readonly stamp?: string };

export type OpaqueReason = "binary" | "tooLarge" | "denied" | "unreadable" | "notKnown";

export const absent: Content = { kind: "absent" };

export interface ReadRules {
  readonly fileBytes: number;
  readonly isDenied: (path: string) => boolean;
}

const carefully = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Never follows a link and never opens what is no ordinary file: a FIFO would block for ever. */
export async function readContent(path: string, rules: ReadRules): Promise<Content> {
  try {
    const stats = await lstat(path);
    if (!stats.isFile()) return stats.isDirectory() ? absent : { kind: "opaque", why: "unreadable" };
    const stamp = `${stats.size}:${stats.mtimeMs}:${stats.ino}`;
    if (rules.isDenied(path)) return { kind: "opaque", why: "denied", stamp };
    if (stats.size > rules.fileBytes) return { kind: "opaque", why: "tooLarge", stamp };
    await using file = await open(path, carefully);
    return toContent(await file.readFile(), stats.mode & 0o7777, rules.fileBytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? absent : { kind: "opaque", why: "unreadable" };
  }
}

export function toContent(bytes: Buffer, mode: number, fileBytes: number): Content {
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (bytes.length > fileBytes) return { kind: "opaque", why: "tooLarge", stamp: hash };
  if (decode(bytes) === undefined) return { kind: "opaque", why: "binary", stamp: hash };
  return { kind: "text", bytes, hash, mode };
}

export function sameContent(a: Content, b: Content): boolean {
  if (a.kind === "text" && b.kind === "text") return a.hash === b.hash;
  if (a.kind === "opaque" && b.kind === "opaque") return a.stamp !== undefined && a.stamp === b.stamp;
  return a.kind === "absent" && b.kind === "absent";
}

/** The text, byte order mark included; `undefined` when these bytes are no UTF-8 text. */
export function decode(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

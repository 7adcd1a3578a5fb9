import { isUtf8 } from "node:buffer";
import { constants, promises as fs } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { DocumentError, notAFile, readFailure } from "./documentError.ts";
import { type FileStamp, stampOf } from "./fileStamp.ts";

export interface TextFile {
  /** Exactly what the file holds: written again, it gives the same bytes. A byte order mark is its first character. */
  readonly text: string;
  readonly stamp: FileStamp;
}

export const largestTextFile = 50 * 1024 * 1024;
const binaryCheck = 8 * 1024;
const attempts = 3;

/**
 * Reads a file that is UTF-8 text. Refuses everything that could not be saved again byte for byte, with a
 * {@link DocumentError} that says what to do.
 */
export async function readTextFile(path: string): Promise<TextFile> {
  try {
    // Without O_NONBLOCK, a named pipe would hold us until somebody writes to it.
    await using handle = await fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return await readOpenFile(path, handle);
  } catch (error) {
    throw readFailure(path, error);
  }
}

async function readOpenFile(path: string, handle: FileHandle): Promise<TextFile> {
  for (let attempt = 1; ; attempt++) {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) throw notAFile(path, before.isDirectory() ? "a folder" : "a device or a pipe");
    if (before.size > largestTextFile) throw tooLarge(path, Number(before.size));

    const bytes = await readBytes(handle, Number(before.size));
    if (bytes.length > largestTextFile) throw tooLarge(path, bytes.length);
    const after = stampOf(await handle.stat({ bigint: true }));
    // Somebody writes it right now: half of the old and half of the new is no text of anybody's.
    if (after.key !== stampOf(before).key && attempt < attempts) continue;
    return { text: decode(path, bytes), stamp: after };
  }
}

/** All of it, though not more than a byte over the limit, however much the file grows meanwhile. */
async function readBytes(handle: FileHandle, expected: number): Promise<Buffer> {
  let buffer = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > largestTextFile) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(Math.max(length * 2, 64 * 1024), largestTextFile + 1));
      buffer.copy(larger);
      buffer = larger;
    }
  }
}

function decode(path: string, bytes: Buffer): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new DocumentError(
      "NOT_UTF8",
      path,
      `${path} is UTF-16 text. Convert it to UTF-8 to work on it here`,
    );
  }
  if (bytes.subarray(0, binaryCheck).includes(0)) {
    throw new DocumentError("BINARY", path, `${path} is a binary file. Only text can be opened here`);
  }
  if (!isUtf8(bytes)) {
    throw new DocumentError(
      "NOT_UTF8",
      path,
      `${path} is not UTF-8 text; saving it would damage it. Convert it first, for example: iconv -f latin1 -t utf-8`,
    );
  }
  return bytes.toString("utf8");
}

function tooLarge(path: string, size: number): DocumentError {
  return new DocumentError("TOO_LARGE", path, tooLargeMessage(path, size));
}

/** Refuses what would not come back from the disk as it is now. */
export function checkText(path: string, text: string): void {
  if (text.length > largestTextFile || Buffer.byteLength(text) > largestTextFile) {
    throw new DocumentError("TOO_LARGE", path, tooLargeMessage(path, Buffer.byteLength(text)));
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new DocumentError("INVALID_TEXT", path, `The text for ${path} has half of a character in it`);
  }
  const nul = text.indexOf("\0");
  if (nul >= 0 && Buffer.byteLength(text.slice(0, nul)) < binaryCheck) {
    throw new DocumentError(
      "INVALID_TEXT",
      path,
      `The text for ${path} has a NUL in it, which makes it a binary file`,
    );
  }
}

function tooLargeMessage(path: string, size: number): string {
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MB`;
  return `${path} is too large to be a document here: ${megabytes(size)}, at most ${megabytes(largestTextFile)}`;
}

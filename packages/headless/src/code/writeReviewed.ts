import { unlink } from "node:fs/promises";
import { messageOf } from "@idebridge/sdk/core";
import { DocumentError } from "../documents/documentError.ts";
import type { DocumentStore } from "../documents/documentStore.ts";
import { readStamp } from "../documents/fileStamp.ts";
import { readTextFile } from "../documents/readTextFile.ts";
import { writeTextFile } from "../documents/writeTextFile.ts";
import type { ProposedFile } from "./reviewedChange.ts";

/** One of the files could not be written. */
export class WriteFailure extends Error {
  override readonly name = "WriteFailure";
  readonly path: string;
  /** Files that were written before it, and could not be put back. */
  readonly left: readonly string[];

  constructor(path: string, left: readonly string[], cause: unknown) {
    super(messageOf(cause), { cause });
    this.path = path;
    this.left = left;
  }
}

/**
 * Writes all that the user has accepted, or nothing: when one of the files cannot be written, those before it are put
 * back. Returns those that are changed as documents, but not saved because they have other changes.
 */
export async function writeAllReviewed(
  files: readonly ProposedFile[],
  documents: DocumentStore,
  writing?: (path: string, contents: string) => void,
): Promise<ReadonlySet<string>> {
  const unsaved = new Set<string>();
  for (const [index, file] of files.entries()) {
    try {
      if (!(await writeReviewed(file, documents, writing))) unsaved.add(file.path);
    } catch (error) {
      const left: string[] = [];
      for (const written of files.slice(0, index)) {
        if (!(await putBack(written, documents, writing))) left.push(written.path);
      }
      throw new WriteFailure(file.path, left, error);
    }
  }
  return unsaved;
}

async function putBack(
  { path, before, contents }: ProposedFile,
  documents: DocumentStore,
  writing?: (path: string, contents: string) => void,
): Promise<boolean> {
  try {
    if (before !== undefined)
      await writeReviewed({ path, before: contents, contents: before }, documents, writing);
    else if ((await currentText(path, documents)) === contents) await unlink(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether the file, or the document that is open, is still what the change was made for. */
export async function isUnchanged(
  { path, before }: ProposedFile,
  documents: DocumentStore,
): Promise<boolean> {
  return (await currentText(path, documents)) === before;
}

/**
 * Writes what the user has accepted. An open document is changed, and saved when it had nothing else to save; returns
 * false when it was not. Throws, and writes nothing, when the file is not as it was.
 */
async function writeReviewed(
  { path, before, contents }: ProposedFile,
  documents: DocumentStore,
  writing: (path: string, contents: string) => void = () => {},
): Promise<boolean> {
  const document = await documents.read(path);
  if (document) {
    if (document.text !== before) throw changed(path);
    const wasClean = !document.isDirty && document.onDisk === "unchanged";
    await documents.edit(path, contents, document.version);
    return wasClean && (await documents.save(path)) === "saved";
  }
  const file = await readTextFile(path).catch(ifMissing);
  if (file?.text !== before) throw changed(path);
  writing(path, contents);
  await writeTextFile(path, contents, {
    async beforeReplace(target) {
      const now = await readStamp(target).catch(() => undefined);
      if (now?.key !== file?.stamp.key) throw changed(path);
    },
  });
  return true;
}

async function currentText(path: string, documents: DocumentStore): Promise<string | undefined> {
  const document = await documents.read(path);
  return document ? document.text : (await readTextFile(path).catch(ifMissing))?.text;
}

function ifMissing(error: unknown): undefined {
  if (error instanceof DocumentError && error.code === "NOT_FOUND") return undefined;
  throw error;
}

function changed(path: string): DocumentError {
  return new DocumentError("CHANGED_ON_DISK", path, `${path} was not written: it has changed meanwhile`);
}

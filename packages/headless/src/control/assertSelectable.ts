import { basename } from "node:path";
import { IdeBridgeError, type Range } from "@idebridge/sdk";
import type { DocumentStore } from "../documents/documentStore.ts";
import { readTextFile } from "../documents/readTextFile.ts";

export interface Selectable {
  readonly documents: DocumentStore;
  readonly isDenied: (path: string) => boolean;
}

/** Throws when agents could not be told of the selection. Opens nothing: what is in front stays there. */
export async function assertSelectable(
  path: string,
  { start }: Range,
  { documents, isDenied }: Selectable,
): Promise<void> {
  if (isDenied(path)) {
    throw new IdeBridgeError(
      "DENIED",
      `${basename(path)} is not shared with agents: it matches a deny pattern`,
    );
  }
  const text = (await documents.read(path))?.text ?? (await readTextFile(path)).text;
  const count = text.replace(/(?:\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/).length;
  if (start.line < count) return;
  const lines = count === 1 ? "1 line" : `${count} lines`;
  throw new IdeBridgeError("INVALID_ARGUMENT", `${path} has only ${lines}.`);
}

import { IdeBridgeError } from "@idebridge/sdk";
import type { DocumentStore } from "../documents/documentStore.ts";
import { readTextFile } from "../documents/readTextFile.ts";
import { counted } from "./counted.ts";

/** The lines of a file as people count them: what ends with a line end has no empty line after it. */
export async function linesOf(path: string, documents: DocumentStore): Promise<number> {
  const text = (await documents.read(path))?.text ?? (await readTextFile(path)).text;
  return text.replace(/(?:\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/).length;
}

/** Throws when the line, counted from 0, is beyond the end. */
export function assertHasLine(path: string, line: number, count: number): void {
  if (line < count) return;
  throw new IdeBridgeError("INVALID_ARGUMENT", `${path} has only ${counted(count, "line")}.`);
}

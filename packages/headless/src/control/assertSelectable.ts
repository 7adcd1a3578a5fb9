import { basename } from "node:path";
import { IdeBridgeError, type Range } from "@idebridge/sdk";
import type { DocumentStore } from "../documents/documentStore.ts";
import { assertHasLine, linesOf } from "./linesOf.ts";

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
  assertHasLine(path, start.line, await linesOf(path, documents));
}

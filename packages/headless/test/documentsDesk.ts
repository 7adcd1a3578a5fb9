import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DocumentError } from "../src/documents/documentError.ts";
import { DocumentStore, type DocumentStoreOptions } from "../src/documents/documentStore.ts";
import type { TextDocument } from "../src/documents/textDocument.ts";
import { temporaryFolder } from "./documentsFolder.ts";

/** A store that is never told of changes in time: what it notices, it notices by looking. */
export function desk(files: Readonly<Record<string, string>>, options: DocumentStoreOptions = {}) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const [name, text] of Object.entries(files)) writeFileSync(at(name), text);
  const store = new DocumentStore({ watchMilliseconds: 1e9, ...options });
  const events: string[] = [];
  store.subscribe((event) => {
    const name = event.document?.path.slice(folder.path.length + 1);
    events.push(`${event.type} ${name ?? "nothing"}`);
  });
  return {
    store,
    at,
    events,
    /** The tabs: a star for changes, brackets for a preview, an arrow for the one in front. */
    tabs: () => store.list().map((document) => tab(document, folder.path)),
    [Symbol.dispose]() {
      store[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

export function tab({ path, isDirty, isPreview, isActive, onDisk }: TextDocument, folder: string): string {
  const name = `${path.slice(folder.length + 1)}${isDirty ? "*" : ""}`;
  const disk = onDisk === "unchanged" ? "" : ` ${onDisk}`;
  return `${isActive ? ">" : ""}${isPreview ? `(${name})` : name}${disk}`;
}

export async function codeOf(run: Promise<unknown>): Promise<string> {
  try {
    return `no error: ${JSON.stringify(await run)}`;
  } catch (error) {
    return error instanceof DocumentError ? error.code : String(error);
  }
}

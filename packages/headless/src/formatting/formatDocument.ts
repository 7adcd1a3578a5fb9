import type { DocumentStore } from "../documents/documentStore.ts";
import { changesBetween, type TextChange } from "../documents/textChange.ts";
import type { TextDocument } from "../documents/textDocument.ts";
import type { ProjectFormatter } from "./projectFormatter.ts";

export interface FormattedDocument {
  readonly document: TextDocument;
  /** What was changed; nothing when it was formatted already. */
  readonly changes: readonly TextChange[];
  /** Who did it, such as "prettier". */
  readonly by: string;
}

export interface FormatDocumentOptions {
  readonly documents: DocumentStore;
  readonly formatter: ProjectFormatter;
  readonly signal: AbortSignal;
  /** Called before the document is changed. */
  readonly changing?: (before: TextDocument, text: string, changes: readonly TextChange[]) => void;
}

/**
 * Formats a file as a document, which it opens behind the others: the change can be undone, and is saved only when
 * there was nothing else to save. Throws, and leaves all as it was, when that cannot be done.
 */
export async function formatDocument(
  path: string,
  options: FormatDocumentOptions,
): Promise<FormattedDocument> {
  const { documents, formatter, signal } = options;
  const before = await documents.open(path, { behind: true });
  const { text, by } = await formatter.format(before.path, before.text, signal);
  const changes = await changesBetween(before.text, text);
  signal.throwIfAborted();
  if (changes.length === 0) return { document: before, changes, by };

  options.changing?.(before, text, changes);
  const edited = await documents.edit(before.path, text, before.version);
  if (before.isDirty || before.onDisk !== "unchanged") return { document: edited, changes, by };
  try {
    await documents.save(before.path);
  } catch (error) {
    await documents.undo(before.path);
    throw error;
  }
  return { document: documents.get(before.path) ?? edited, changes, by };
}

import type { Range, Selection } from "@idebridge/sdk";
import type { DocumentStore } from "./documents/documentStore.ts";
import { selectIn } from "./documents/selectIn.ts";
import { movedRange, type TextChange } from "./documents/textChange.ts";
import type { DocumentEvent, TextDocument } from "./documents/textDocument.ts";

const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** What is selected in the documents. */
export class Selections {
  readonly #documents: DocumentStore;
  readonly #changed: (selection: Selection | undefined) => void;
  /** By the path of the document. What is not here is at the start of the file. */
  readonly #selected = new Map<string, Range>();
  /** Of documents that are about to be changed, with the text that they belong to. */
  readonly #moving = new Map<string, { readonly text: string; readonly range: Range }>();
  #latest: Selection | undefined;
  #told: Selection | undefined;

  /** `changed` is called when another one is in front: a document, or a place in it. */
  constructor(documents: DocumentStore, changed: (selection: Selection | undefined) => void) {
    this.#documents = documents;
    this.#changed = changed;
  }

  /** In the document that is in front. */
  async active(): Promise<Selection | undefined> {
    const { active } = this.#documents;
    const document = active && (await this.#documents.read(active.path));
    return document && this.#in(document);
  }

  /** The last that somebody made, also of a document that is closed by now. */
  async latest(): Promise<Selection | undefined> {
    const latest = this.#latest;
    const document = latest && (await this.#documents.read(latest.path));
    return document && this.#selected.has(document.path) ? this.#in(document) : latest;
  }

  /** What the text does not have is cut off. */
  select({ path, text }: TextDocument, range: Range): void {
    this.#selected.set(path, selectIn(text, range).range);
  }

  toFront(document: TextDocument): Selection {
    this.#latest = this.#in(document);
    this.#documents.activate(document.path);
    this.tell();
    return this.#latest;
  }

  /** Once the document has that text: before, there is nothing to select there. */
  move({ path, text: before }: TextDocument, text: string, changes: readonly TextChange[]): void {
    const range = this.#selected.get(path);
    if (range) this.#moving.set(path, { text, range: movedRange(before, range, text, changes) });
  }

  follow(event: DocumentEvent): void {
    if (event.type === "edited") {
      const { path, text } = event.document;
      const moved = this.#moving.get(path);
      if (moved?.text === text) this.#selected.set(path, moved.range);
      this.#moving.delete(path);
    }
    if (event.type === "closed") {
      const { path } = event.document;
      if (this.#latest?.path === path && this.#selected.has(path)) this.#latest = this.#in(event.document);
      this.#selected.delete(path);
    }
  }

  tell(): void {
    const { active } = this.#documents;
    const selection = active && this.#in(active);
    if (isSame(selection, this.#told)) return;
    this.#told = selection;
    this.#changed(selection);
  }

  #in({ path, text }: TextDocument): Selection {
    return { path, ...selectIn(text, this.#selected.get(path) ?? startOfFile) };
  }
}

function isSame(a: Selection | undefined, b: Selection | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const numbers = ({ range: { start, end } }: Selection) =>
    [start.line, start.character, end.line, end.character].join();
  return a.path === b.path && a.text === b.text && numbers(a) === numbers(b);
}

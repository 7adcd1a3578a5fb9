import type { Unsubscribe } from "@idebridge/sdk";
import type { DocumentStore } from "../documents/documentStore.ts";
import type { TextDocument } from "../documents/textDocument.ts";
import type { ControlLine } from "./controlLine.ts";
import type { ControlEvent } from "./controlProtocol.ts";

/** Keeps the text of open documents the same in all pages: each is told what the others, or the disk, have changed. */
export class DocumentTexts {
  readonly #documents: DocumentStore;
  readonly #inFlight = new Set<{ readonly text: string; readonly line: ControlLine }>();
  readonly stop: Unsubscribe;

  constructor(documents: DocumentStore, tell: (event: ControlEvent, except?: ControlLine) => void) {
    this.#documents = documents;
    this.stop = documents.subscribe((event) => {
      if (event.type !== "edited" && event.type !== "reloaded") return;
      const { path, text, version, isDirty } = event.document;
      const edit = [...this.#inFlight].find((each) => each.text === text);
      tell({ type: "documentChanged", path, text, version, isDirty }, edit?.line);
    });
  }

  async edit(path: string, text: string, version: number, line: ControlLine): Promise<TextDocument> {
    const edit = { text, line };
    this.#inFlight.add(edit);
    try {
      return await this.#documents.edit(path, text, version);
    } finally {
      this.#inFlight.delete(edit);
    }
  }
}

import type { ControlEvent } from "@idebridge/headless/protocol";
import type { Diagnostic, FileDiagnostics } from "@idebridge/sdk/core";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";

/** What is wrong, by file. */
export class Problems {
  readonly byPath = signal<ReadonlyMap<string, readonly Diagnostic[]>>(new Map());
  readonly isShown = signal(false);
  readonly counts = computed(() => {
    const all = [...this.byPath.value.values()].flat();
    const of = (severity: Diagnostic["severity"]) => all.filter((each) => each.severity === severity).length;
    return { errors: of("error"), warnings: of("warning"), all: all.length };
  });
  readonly #link: ControlLink;

  constructor(link: ControlLink) {
    this.#link = link;
  }

  async refresh(): Promise<void> {
    this.byPath.value = new Map();
    this.#take(await this.#link.request("diagnostics/list"));
  }

  hear(event: ControlEvent): void {
    if (event.type === "diagnosticsChanged") this.#take(event.files);
  }

  #take(files: readonly FileDiagnostics[]): void {
    const next = new Map(this.byPath.value);
    for (const { path, diagnostics } of files) {
      if (diagnostics.length === 0) next.delete(path);
      else next.set(path, diagnostics);
    }
    this.byPath.value = next;
  }
}

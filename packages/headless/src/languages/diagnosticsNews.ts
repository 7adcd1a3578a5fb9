import type { Diagnostic, FileDiagnostics } from "@idebridge/sdk";

/** Tells whose problems have changed: each file once, however often servers tell the same. */
export class DiagnosticsNews {
  readonly #known: (path: string) => readonly Diagnostic[];
  readonly #tell: (files: readonly FileDiagnostics[]) => void;
  readonly #changed = new Set<string>();
  /** What was told of each file that has problems. */
  readonly #told = new Map<string, string>();
  #timer: NodeJS.Immediate | undefined;

  constructor(
    known: (path: string) => readonly Diagnostic[],
    tell: (files: readonly FileDiagnostics[]) => void,
  ) {
    this.#known = known;
    this.#tell = tell;
  }

  changed(path: string): void {
    this.#changed.add(path);
    this.#timer ??= setImmediate(() => this.tellNow());
  }

  tellNow(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    const files: FileDiagnostics[] = [];
    for (const path of this.#changed) {
      const diagnostics = this.#known(path);
      const text = diagnostics.length === 0 ? undefined : JSON.stringify(diagnostics);
      if (text === this.#told.get(path)) continue;
      if (text === undefined) this.#told.delete(path);
      else this.#told.set(path, text);
      files.push({ path, diagnostics });
    }
    this.#changed.clear();
    if (files.length > 0) this.#tell(files);
  }

  close(): void {
    clearImmediate(this.#timer);
    this.#changed.clear();
  }
}

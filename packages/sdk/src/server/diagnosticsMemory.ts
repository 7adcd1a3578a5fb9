import type { FileDiagnostics } from "../editor/editor.ts";

const mostFiles = 5_000;

/** The problems that the editor last told, asked or not: for those who cannot wait until it answers. */
export class DiagnosticsMemory {
  /** Those that were told of last are last. */
  readonly #files = new Map<string, FileDiagnostics>();

  /** What the editor has said of these files. */
  changed(files: readonly FileDiagnostics[]): void {
    for (const file of files) {
      this.#files.delete(file.path);
      if (file.diagnostics.length > 0) this.#files.set(file.path, file);
    }
    for (const path of this.#files.keys()) {
      if (this.#files.size <= mostFiles) break;
      this.#files.delete(path);
    }
  }

  /** What the editor has answered when it was asked for one file, or for all. */
  answered(path: string | undefined, files: readonly FileDiagnostics[]): void {
    if (path === undefined) this.#files.clear();
    else this.#files.delete(path);
    this.changed(files);
  }

  of(path: string | undefined): readonly FileDiagnostics[] {
    if (path === undefined) return [...this.#files.values()];
    const file = this.#files.get(path);
    return file ? [file] : [];
  }
}

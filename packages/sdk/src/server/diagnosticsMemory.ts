import type { FileDiagnostics } from "../editor/editor.ts";

/** The problems that the editor last told, asked or not: for those who cannot wait until it answers. */
export class DiagnosticsMemory {
  readonly #files = new Map<string, FileDiagnostics>();

  /** What the editor has said of these files. */
  changed(files: readonly FileDiagnostics[]): void {
    for (const file of files) {
      if (file.diagnostics.length === 0) this.#files.delete(file.path);
      else this.#files.set(file.path, file);
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

import {
  Disposable,
  EventEmitter,
  type FileChangeEvent,
  type FileStat,
  FileSystemError,
  type FileSystemProvider,
  FileType,
  type Uri,
  workspace,
} from "vscode";

interface MemoryFile {
  bytes: Uint8Array;
  changedAt: number;
}

/** Files in memory, one a review, so that VS Code lets the user edit and save what is proposed. */
export class ProposalFiles implements FileSystemProvider {
  readonly #files = new Map<string, MemoryFile>();
  /** Nobody changes them but VS Code itself. */
  readonly onDidChangeFile = new EventEmitter<FileChangeEvent[]>().event;

  add(uri: Uri, text: string): void {
    const encoding = workspace.getConfiguration("files", uri).get("encoding", "utf8");
    // With a mark, VS Code reads UTF-8 though the user has set another encoding for files.
    const mark = encoding === "utf8" || text.startsWith("\ufeff") ? "" : "\ufeff";
    this.#files.set(uri.toString(), { bytes: new TextEncoder().encode(mark + text), changedAt: Date.now() });
  }

  remove(uri: Uri): void {
    this.#files.delete(uri.toString());
  }

  stat(uri: Uri): FileStat {
    const { bytes, changedAt } = this.#file(uri);
    return { type: FileType.File, ctime: 0, mtime: changedAt, size: bytes.length };
  }

  readFile(uri: Uri): Uint8Array {
    return this.#file(uri).bytes;
  }

  writeFile(uri: Uri, bytes: Uint8Array): void {
    const file = this.#file(uri);
    file.bytes = bytes;
    file.changedAt = Date.now();
  }

  watch(): Disposable {
    return new Disposable(() => {});
  }

  readDirectory(uri: Uri): never {
    throw FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): never {
    throw FileSystemError.NoPermissions(uri);
  }

  #file(uri: Uri): MemoryFile {
    const file = this.#files.get(uri.toString());
    if (file === undefined) throw FileSystemError.FileNotFound(uri);
    return file;
  }
}

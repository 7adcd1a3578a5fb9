/** Why a document cannot be opened, changed or saved, for programs; the message is for people and says what to do. */
export type DocumentErrorCode =
  | "NOT_FOUND"
  | "NOT_A_FILE"
  | "BINARY"
  | "NOT_UTF8"
  | "TOO_LARGE"
  | "UNREADABLE"
  | "NOT_WRITABLE"
  | "DISK_FULL"
  | "FOLDER_GONE"
  | "INVALID_PATH"
  | "INVALID_TEXT"
  | "NOT_OPEN"
  | "UNSAVED"
  | "CHANGED_ON_DISK"
  | "VERSION_CONFLICT"
  | "NO_FORMATTER"
  | "FORMAT_FAILED"
  | "NOT_TRUSTED"
  | "CLOSED";

export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly code: DocumentErrorCode;
  readonly path: string;

  constructor(code: DocumentErrorCode, path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.path = path;
  }
}

/** The `code` of what Node throws, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** True when there is no such file, nor could there be one: a folder of its path is missing or none. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function readFailure(path: string, error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  const options = { cause: error };
  if (isMissing(error)) return new DocumentError("NOT_FOUND", path, `There is no file ${path}`, options);
  const code = systemCode(error);
  switch (code) {
    case "EISDIR":
      return notAFile(path, "a folder");
    case "ELOOP":
      return new DocumentError("UNREADABLE", path, `${path} is a link that leads back to itself`, options);
    case "EACCES":
    case "EPERM":
      return new DocumentError(
        "UNREADABLE",
        path,
        `${path} cannot be read: permission denied. Change its permissions, or run idebridge as its owner`,
        options,
      );
    default:
      return new DocumentError(
        "UNREADABLE",
        path,
        `${path} cannot be read (${code ?? String(error)}). Check the disk, and that it is still mounted`,
        options,
      );
  }
}

export function writeFailure(path: string, error: unknown): DocumentError {
  if (error instanceof DocumentError) return error;
  const options = { cause: error };
  const code = systemCode(error);
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return new DocumentError(
        "DISK_FULL",
        path,
        `${path} was not saved: ${code === "EDQUOT" ? "your quota is used up" : "the disk is full"}. The file is as it was; free some space and save again`,
        options,
      );
    case "ENOENT":
    case "ENOTDIR":
      return new DocumentError(
        "FOLDER_GONE",
        path,
        `${path} was not saved: its folder is gone. Create the folder again, then save`,
        options,
      );
    case "EISDIR":
      return notAFile(path, "a folder");
    case "EACCES":
    case "EPERM":
      return new DocumentError(
        "NOT_WRITABLE",
        path,
        `${path} was not saved: permission denied. The file and its folder must be writable`,
        options,
      );
    case "EROFS":
      return new DocumentError("NOT_WRITABLE", path, `${path} was not saved: its disk is read-only`, options);
    case "EMFILE":
    case "ENFILE":
      return new DocumentError(
        "NOT_WRITABLE",
        path,
        `${path} was not saved: too many files are open (${code}). The file is as it was; end programs that have many open, or allow for more with ulimit -n, and save again`,
        options,
      );
    default:
      return new DocumentError(
        "NOT_WRITABLE",
        path,
        `${path} was not saved (${code ?? String(error)}). The file is as it was`,
        options,
      );
  }
}

export function notAFile(path: string, what: string): DocumentError {
  return new DocumentError("NOT_A_FILE", path, `${path} is ${what}, not a file with text`);
}

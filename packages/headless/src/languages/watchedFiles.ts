import type {
  DidChangeWatchedFilesRegistrationOptions,
  FileSystemWatcher,
} from "vscode-languageserver-protocol";
import { toPath } from "./fileUri.ts";
import { globExpression } from "./globExpression.ts";

/** Which files a server wants to hear of, as it has registered. */
export class WatchedFiles {
  readonly #root: string;
  readonly #registered = new Map<string, readonly ((path: string) => boolean)[]>();

  constructor(root: string) {
    this.#root = slashed(root);
  }

  register(id: string, { watchers }: DidChangeWatchedFilesRegistrationOptions): void {
    this.#registered.set(
      id,
      watchers.map((each) => this.#matcher(each)),
    );
  }

  unregister(id: string): void {
    this.#registered.delete(id);
  }

  includes(path: string): boolean {
    const tidy = slashed(path);
    for (const matchers of this.#registered.values()) if (matchers.some((each) => each(tidy))) return true;
    return false;
  }

  #matcher({ globPattern }: FileSystemWatcher): (path: string) => boolean {
    const { base, pattern } = this.#split(globPattern);
    const expression = globExpression(pattern);
    return (path) => {
      if (base === undefined) return expression?.test(path) ?? true;
      return path.startsWith(`${base}/`) && (expression?.test(path.slice(base.length + 1)) ?? true);
    };
  }

  /** A pattern that begins with a slash, or a drive, is for whole paths; others are for those in the root. */
  #split(pattern: FileSystemWatcher["globPattern"]): { base: string | undefined; pattern: string } {
    if (typeof pattern === "string")
      return { base: /^([a-z]:)?\//i.test(pattern) ? undefined : this.#root, pattern };
    const uri = typeof pattern.baseUri === "string" ? pattern.baseUri : pattern.baseUri.uri;
    return { base: slashed(toPath(uri) ?? this.#root), pattern: pattern.pattern };
  }
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/").replace(/\/$/, "");
}

import type { Selection } from "../editor/editor.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import { lazy } from "../protocol/lazy.ts";
import { baseName, type Platform, relativeTo, toNativePath } from "../protocol/paths.ts";
import { GlobPattern } from "./globPattern.ts";

export interface SharingOptions {
  /**
   * Files that no agent is told about, as in `.gitignore`: a pattern without a slash matches a name
   * anywhere, one with a slash a path from a workspace folder; `*`, `**`, `?`; a leading `!` shares again.
   * Added to `defaultDeny`.
   */
  readonly deny?: readonly string[];
  /** Characters of a selection that are sent at most. */
  readonly selectionCharacters?: number;
}

/** Files that hold secrets in most projects. */
export const defaultDeny: readonly string[] = [
  ".env",
  ".env.*",
  "!.env.example",
  "!.env.sample",
  "!.env.template",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "!*.pub",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  ".htpasswd",
  "**/.ssh/**",
  "**/.gnupg/**",
  "**/.aws/credentials",
  "**/.docker/config.json",
  "**/.kube/config",
];

const defaultSelectionCharacters = 50_000;
/** No file system has longer paths; looking at one costs time. */
const longestPath = 32_767;

/** What the user shares: nothing while paused, no denied file ever, no more of a selection than the cap. */
export class Sharing {
  readonly #rules: () => readonly Rule[];
  readonly #selectionCharacters: number;
  readonly #place: SharingPlace;
  paused = false;

  constructor(options: SharingOptions, place: SharingPlace) {
    this.#rules = lazy(() => [...defaultDeny, ...(options.deny ?? [])].map(toRule));
    this.#selectionCharacters = options.selectionCharacters ?? defaultSelectionCharacters;
    this.#place = place;
  }

  /** The file's own name counts, and the name of what it links to. */
  isDenied(path: string): boolean {
    if (path.length > longestPath || this.#matches(path)) return true;
    const real = this.#place.realPath(path);
    return real !== undefined && real !== path && this.#matches(real);
  }

  /** Output panels, sides of a diff and untitled documents have names, but no paths that an agent could use. */
  isFile(path: string): boolean {
    try {
      toNativePath(path, this.#place.platform);
      return true;
    } catch {
      return false;
    }
  }

  isShared(path: string): boolean {
    return this.isFile(path) && !this.isDenied(path);
  }

  assertShared(path: string): void {
    if (!this.isDenied(path)) return;
    throw new IdeBridgeError(
      "DENIED",
      `${baseName(path)} is not shared with agents: it matches a deny pattern`,
    );
  }

  /** The selection as it may be told, `undefined` if it may not. */
  selection(selection: Selection | undefined): Selection | undefined {
    if (selection === undefined || this.paused || !this.isShared(selection.path)) return undefined;
    if (selection.text.length <= this.#selectionCharacters) return selection;
    return { ...selection, text: cut(selection.text, this.#selectionCharacters) };
  }

  #matches(path: string): boolean {
    const relative = this.#place.folders().flatMap((folder) => {
      const inside = relativeTo(folder, path, this.#place.platform);
      return inside === undefined ? [] : [inside];
    });
    const name = baseName(path);
    const whole = path.replaceAll("\\", "/");
    let denied = false;
    for (const { pattern, onName, denies } of this.#rules()) {
      if (denies === denied) continue;
      const hit = onName ? pattern.matches(name) : [whole, ...relative].some((each) => pattern.matches(each));
      if (hit) denied = denies;
    }
    return denied;
  }
}

export interface SharingPlace {
  readonly platform: Platform;
  folders(): readonly string[];
  /** Where links lead; `undefined` when the file does not exist. */
  realPath(path: string): string | undefined;
}

interface Rule {
  readonly pattern: GlobPattern;
  readonly onName: boolean;
  readonly denies: boolean;
}

function toRule(glob: string): Rule {
  const denies = !glob.startsWith("!");
  const body = denies ? glob : glob.slice(1);
  return { pattern: new GlobPattern(body.replace(/^\//, "")), onName: !body.includes("/"), denies };
}

/** Never between the two halves of a character. */
function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}

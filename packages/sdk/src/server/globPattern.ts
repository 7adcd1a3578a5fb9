/**
 * A pattern with `*`, `**` and `?`, as in `.gitignore`, blind to case: some file systems are, and a
 * secret must not pass because of its spelling.
 *
 * Not a regular expression: with several stars, a long path that an agent made up would keep one busy
 * for hours. Here only the last star of each kind is ever tried again.
 */
export class GlobPattern {
  readonly #parts: readonly string[];

  constructor(pattern: string) {
    this.#parts = pattern.toLowerCase().match(/(?<=^|\/)\*\*\/|\*\*|./gs) ?? [];
  }

  matches(path: string): boolean {
    const parts = this.#parts;
    const text = path.toLowerCase();
    // Where to go on when the rest does not fit: behind a star that then swallows more.
    let star: Retry | undefined;
    let globstar: Retry | undefined;
    let part = 0;
    let at = 0;

    for (;;) {
      const wanted = parts[part];
      if (wanted === "*") {
        star = { part: ++part, at };
      } else if (wanted === "**") {
        star = undefined;
        globstar = { part: ++part, at, wholeFolders: false };
      } else if (wanted === "**/") {
        star = undefined;
        globstar = { part: ++part, at, wholeFolders: true };
      } else if (wanted === undefined ? at === text.length : at < text.length && fits(wanted, text[at]!)) {
        if (wanted === undefined) return true;
        part++;
        at++;
      } else if (star !== undefined && star.at < text.length && text[star.at] !== "/") {
        part = star.part;
        at = ++star.at;
      } else {
        const next = globstar && nextStart(globstar, text);
        if (globstar === undefined || next === undefined) return false;
        star = undefined;
        part = globstar.part;
        at = globstar.at = next;
      }
    }
  }
}

interface Retry {
  readonly part: number;
  at: number;
  readonly wholeFolders?: boolean;
}

function fits(wanted: string, char: string): boolean {
  return wanted === "?" ? char !== "/" : wanted === char;
}

function nextStart({ at, wholeFolders }: Retry, text: string): number | undefined {
  if (!wholeFolders) return at < text.length ? at + 1 : undefined;
  const slash = text.indexOf("/", at);
  return slash < 0 ? undefined : slash + 1;
}

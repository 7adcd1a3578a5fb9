/** What stands between these is not shown. */
const hidden = new Set(["script", "style", "head", "template", "noscript"]);
const blocks = new Set(
  "address article aside blockquote caption dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  times: "×",
  middot: "·",
  bull: "•",
  copy: "©",
  deg: "°",
  plusmn: "±",
  le: "≤",
  ge: "≥",
  ne: "≠",
  rarr: "→",
  larr: "←",
};

/** What a reader sees of HTML: lines for blocks, ` | ` between the cells of a table. Any text is taken; none is run. */
export function htmlToText(html: string): string {
  const out = new Page();
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open !== at) out.text(decode(html.slice(at, open < 0 ? undefined : open)));
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      at = after(html.indexOf("-->", open + 4), 3, html);
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9-]{0,30})/.exec(lower.slice(open, open + 40))?.[1];
    if (name === undefined && !/^<[/!?]/.test(html.slice(open, open + 2))) {
      out.text("<");
      at = open + 1;
      continue;
    }
    const close = endOfTag(html, open);
    const isEnd = lower[open + 1] === "/";
    if (name !== undefined && hidden.has(name) && !isEnd) {
      at = after(lower.indexOf(`</${name}`, close), 0, html);
      continue;
    }
    if (name !== undefined) out.tag(name, isEnd, html.slice(open, close));
    at = close;
  }
  return out.toString();
}

/** Puts the pieces together, with the white space that HTML means. */
class Page {
  readonly #pieces: string[] = [];
  /** Between words; nothing at the start of a line. */
  #hasSpace = false;
  #isAtStart = true;
  #preformatted = 0;
  #cells = 0;

  text(piece: string): void {
    if (this.#preformatted > 0) return this.#add(piece);
    const folded = piece.replace(/[ \t\r\n\f]+/g, " ");
    const words = folded.trim();
    if (folded.startsWith(" ") || words === "") this.#hasSpace = true;
    if (words === "") return;
    this.#add(words);
    this.#hasSpace = folded.endsWith(" ");
  }

  tag(name: string, isEnd: boolean, source: string): void {
    if (name === "br") this.#breakLine("always");
    if ((name === "td" || name === "th") && !isEnd) this.#cell();
    if (name === "img" && !isEnd) this.text(altOf(source));
    if (!blocks.has(name)) return;
    this.#breakLine();
    if (name === "tr") this.#cells = 0;
    if (name === "pre") this.#preformatted = Math.max(0, this.#preformatted + (isEnd ? -1 : 1));
    if (name === "li" && !isEnd) this.#mark("- ");
    if (/^h[1-6]$/.test(name) && !isEnd) this.#mark(`${"#".repeat(Number(name[1]))} `);
  }

  toString(): string {
    const lines = this.#pieces.join("").split("\n");
    return lines
      .map((line) => line.trimEnd())
      .filter((line, index, all) => line !== "" || (all[index - 1] ?? "") !== "")
      .join("\n")
      .trimEnd();
  }

  #add(text: string): void {
    if (text === "") return;
    if (this.#hasSpace && !this.#isAtStart) this.#pieces.push(" ");
    this.#pieces.push(text);
    this.#hasSpace = false;
    this.#isAtStart = text.endsWith("\n");
  }

  /** What follows it stands as at the start of a line. */
  #mark(text: string): void {
    this.#hasSpace = false;
    this.#add(text);
    this.#isAtStart = true;
  }

  #cell(): void {
    if (this.#cells++ > 0) this.#mark(" | ");
  }

  #breakLine(when: "always" | "ifNeeded" = "ifNeeded"): void {
    this.#hasSpace = false;
    if (!this.#isAtStart || when === "always") this.#pieces.push("\n");
    this.#isAtStart = true;
  }
}

function altOf(tag: string): string {
  const alt = /\balt\s*=\s*(?:"([^"]{0,500})|'([^']{0,500}))/i.exec(tag.slice(0, 2_000));
  return `[image${alt ? `: ${decode(alt[1] ?? alt[2] ?? "")}` : ""}]`;
}

/** A `>` between quotes does not end a tag. */
function endOfTag(html: string, open: number): number {
  let quote = "";
  for (let at = open + 1; at < html.length; at++) {
    const character = html[at]!;
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  // A quote that is never closed.
  return after(html.indexOf(">", open), 1, html);
}

function after(found: number, length: number, text: string): number {
  return found < 0 ? text.length : found + length;
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : whole;
  });
}

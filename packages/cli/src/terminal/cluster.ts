import { isUnseen } from "@idebridge/review";
import { eastAsianWidth, eastAsianWidthType } from "get-east-asian-width";

/** What a code point does to the cells of a terminal. */
const kinds = {
  narrow: 0,
  wide: 1,
  mark: 2,
  spacingMark: 3,
  unsafe: 4,
  flagLetter: 5,
  skinTone: 6,
  joiner: 7,
  tag: 8,
  /** One column here, two on some terminals. */
  doubtful: 9,
  /** Chooses another form of the character before it. */
  selector: 10,
};

const unknown = 255;
const mostRemembered = 0x20000;
const remembered = new Uint8Array(mostRemembered).fill(unknown);

/** More marks on one character than any language has. */
const mostMarks = 16;
/** What marks that belong to no character stand on. */
export const dottedCircle = "\u25cc";

/**
 * Reads text one visible character after the other: `read` finds the one at `at`, and says where it ends and how many
 * columns it takes. One object for a whole line, because a frame has 12,000 of them.
 */
export class ClusterReader {
  end = 0;
  width = 0;
  /** Terminals disagree how wide it is. */
  isDoubtful = false;
  /** What to send for it. Never anything that a terminal would obey. */
  glyph = "";

  read(text: string, at: number): void {
    const first = text.codePointAt(at)!;
    this.end = at + (first > 0xffff ? 2 : 1);
    const kind = kindOf(first);
    // Most text is plain, and what follows it too.
    if (kind === kinds.narrow || kind === kinds.wide || kind === kinds.doubtful) {
      this.width = kind === kinds.wide ? 2 : 1;
      this.isDoubtful = kind === kinds.doubtful || first > 0xffff;
      if (this.end < text.length && text.charCodeAt(this.end) > 0x2ff) this.#readMarks(text);
      this.glyph = text.slice(at, this.end);
      return;
    }
    this.#readUnusual(text, at, first, kind);
  }

  #readUnusual(text: string, at: number, first: number, kind: number): void {
    this.width = 1;
    this.isDoubtful = true;
    const isHidden = kind === kinds.joiner || kind === kinds.tag || kind === kinds.selector;
    if (kind === kinds.unsafe || isHidden) {
      this.isDoubtful = false;
      this.glyph = substituteFor(first);
    } else if (kind === kinds.flagLetter) {
      const second = this.end < text.length ? text.codePointAt(this.end)! : 0;
      if (kindOf(second) === kinds.flagLetter) {
        this.end += 2;
        this.width = 2;
      }
      this.glyph = text.slice(at, this.end);
    } else if (kind === kinds.skinTone) {
      this.width = 2;
      this.glyph = text.slice(at, this.end);
    } else {
      // It would change the character before it, which may be of another span, or the frame around it.
      this.#readMarks(text);
      this.width = 1;
      this.glyph = dottedCircle + text.slice(at, this.end);
    }
  }

  #readMarks(text: string): void {
    const start = this.end;
    for (let count = 0; this.end < text.length && count < mostMarks; count += 1) {
      const next = text.codePointAt(this.end)!;
      const kind = kindOf(next);
      if (kind === kinds.mark) {
        // It takes no place of its own.
      } else if (kind === kinds.selector || kind === kinds.tag) {
        if (isUnseen(text, this.end)) break;
        if (next === 0xfe0f) this.width = 2;
      } else if (kind === kinds.skinTone) {
        if (this.width !== 2) break;
      } else if (kind === kinds.spacingMark) {
        this.width = 2;
      } else if (kind === kinds.joiner) {
        // Between other letters it would make two names of one, and nobody would see it.
        if (isUnseen(text, this.end)) break;
        const joined = this.end + 1 < text.length ? text.codePointAt(this.end + 1)! : 0;
        // Between letters it only shapes them; between pictures it makes one of two.
        if (next === 0x200d && isPicture(joined)) this.end += joined > 0xffff ? 2 : 1;
      } else {
        break;
      }
      this.end += next > 0xffff ? 2 : 1;
    }
    if (this.end > start) this.isDoubtful = true;
  }
}

/**
 * Signs and pictures that are two columns wide for users of Chinese, or since a newer Unicode. Letters of other scripts are
 * so for some too, but never in a text that consists of them.
 */
function isDoubtful(codePoint: number): boolean {
  if (codePoint < 0x2010 || codePoint >= 0x2c00) return false;
  const isOldPicture = codePoint >= 0x2190 && !(codePoint >= 0x2400 && codePoint < 0x25a0);
  return isOldPicture || eastAsianWidthType(codePoint) === "ambiguous";
}

function isPicture(codePoint: number): boolean {
  return codePoint >= 0x1f000 ? codePoint < 0x20000 : codePoint >= 0x2190 && codePoint < 0x3300;
}

function kindOf(codePoint: number): number {
  if (codePoint >= mostRemembered) return findKind(codePoint);
  const known = remembered[codePoint]!;
  if (known !== unknown) return known;
  const kind = findKind(codePoint);
  remembered[codePoint] = kind;
  return kind;
}

function findKind(codePoint: number): number {
  if (codePoint === 0x200c || codePoint === 0x200d) return kinds.joiner;
  if (codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff) return kinds.flagLetter;
  if (codePoint >= 0x1f3fb && codePoint <= 0x1f3ff) return kinds.skinTone;
  if (codePoint >= 0xe0020 && codePoint <= 0xe007f) return kinds.tag;
  const character = String.fromCodePoint(codePoint);
  if (/[\u180b-\u180d\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u.test(character)) return kinds.selector;
  // All that is invisible: a review must not hide anything.
  if (isUnseen(character, 0)) return kinds.unsafe;
  // Vowels and endings of Korean syllables join with what stands before them.
  if ((codePoint >= 0x1160 && codePoint <= 0x11ff) || (codePoint >= 0xd7b0 && codePoint <= 0xd7fb))
    return kinds.mark;
  if (/[\p{Mn}\p{Me}]/u.test(character)) return kinds.mark;
  if (/\p{Mc}/u.test(character)) return kinds.spacingMark;
  if (eastAsianWidth(codePoint) === 2) return kinds.wide;
  return isDoubtful(codePoint) ? kinds.doubtful : kinds.narrow;
}

/** One cell each: ␛ for Escape, and so on. */
function substituteFor(codePoint: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint);
  if (codePoint === 0x7f) return "\u2421";
  return "\ufffd";
}

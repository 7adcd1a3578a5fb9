import type { ColourDepth } from "./colourDepth.ts";
import { channelsOf, contrast, rgbOfIndexed } from "./contrast.ts";
import { noColours, type Paint, palettes, sixteenColours, type ThemeName } from "./palette.ts";
import type { Background, SpanStyle, TextColour } from "./row.ts";

/** What text needs to be read by everyone, says WCAG. */
const enoughContrast = 4.5;

/** Turns roles into what this terminal can show. */
export class Theme {
  readonly name: ThemeName;
  readonly depth: ColourDepth;
  readonly #known = new Map<string, string>();

  constructor(name: ThemeName, depth: ColourDepth) {
    this.name = name;
    this.depth = depth;
  }

  /** The sequence that sets a style, whatever was set before. */
  sequenceOf(style: SpanStyle): string {
    const { fg = "", bg = "", bold, dim, italic, underline, inverse } = style;
    const flags =
      (bold ? 1 : 0) | (dim ? 2 : 0) | (italic ? 4 : 0) | (underline ? 8 : 0) | (inverse ? 16 : 0);
    const key = `${fg} ${bg} ${flags}`;
    let sequence = this.#known.get(key);
    if (sequence === undefined) {
      sequence = `\u001b[${this.#parametersOf(style).join(";")}m`;
      this.#known.set(key, sequence);
    }
    return sequence;
  }

  #parametersOf({ fg, bg, bold, dim, italic, underline, inverse }: SpanStyle): readonly number[] {
    const parameters = new Set<number>();
    if (bold) parameters.add(1);
    if (dim) parameters.add(2);
    if (italic) parameters.add(3);
    if (underline) parameters.add(4);
    if (inverse) parameters.add(7);
    if (this.depth === 0 || this.depth === 16) {
      const attributes = this.#attributesOf(fg, bg);
      for (const parameter of attributes) parameters.add(parameter);
      // Turned round twice is as it was: else a place in a bar that is inverse itself would not stand out.
      if (inverse && attributes.includes(7)) parameters.delete(7);
      // Faint and inverse together can hardly be read.
      if (parameters.has(7)) parameters.delete(2);
      return [0, ...parameters];
    }
    return [0, ...parameters, ...this.#coloursOf(fg, bg)];
  }

  #attributesOf(fg: TextColour | undefined, bg: Background | undefined): readonly number[] {
    const { text, background }: typeof sixteenColours | typeof noColours =
      this.depth === 16 ? sixteenColours : noColours;
    const below = bg ? background[bg] : [];
    // Such a background has a colour of text too, or turns it round: a second one would not go together with it.
    const above = fg && below.every((parameter) => parameter < 7) ? text[fg] : [];
    return [...above, ...below];
  }

  #coloursOf(fg: TextColour | undefined, bg: Background | undefined): readonly number[] {
    const { text, background } = palettes[this.name];
    if (bg === undefined) return fg ? this.#parameters(38, text[fg]) : [];
    const below = background[bg];
    const wanted = text[fg ?? "text"];
    const above = this.#contrast(wanted, below) >= enoughContrast ? wanted : text.text;
    return [...this.#parameters(38, above), ...this.#parameters(48, below)];
  }

  #contrast([one, oneIndexed]: Paint, [other, otherIndexed]: Paint): number {
    return this.depth === "true"
      ? contrast(one, other)
      : contrast(rgbOfIndexed(oneIndexed), rgbOfIndexed(otherIndexed));
  }

  #parameters(layer: 38 | 48, [rgb, indexed]: Paint): readonly number[] {
    return this.depth === "true" ? [layer, 2, ...channelsOf(rgb)] : [layer, 5, indexed];
  }
}

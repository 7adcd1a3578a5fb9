/** Before and after it: a picture, or a letter of a script that shapes its letters by their neighbours. */
const picture = String.raw`\p{Extended_Pictographic}`;
const shaped = String.raw`[\u0600-\u1dff]`;
const tag = String.raw`[\u{e0020}-\u{e007f}]`;

/** Where such a character belongs: in pictures that are made of several, in scripts that need it. */
const inPlace = [
  String.raw`(?<!${picture}[\ufe0e\ufe0f])`,
  String.raw`(?!(?<=[0-9#*]\ufe0f)\u20e3)`,
  String.raw`(?!(?<=(?:${picture}|[\ufe0f\u{1f3fb}-\u{1f3ff}])\u200d)${picture})`,
  String.raw`(?!(?<=${shaped}[\u200c\u200d])${shaped})`,
  String.raw`(?<!\p{Ideographic}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])`,
  String.raw`(?<!\p{Script=Mongolian}[\u180b-\u180f])`,
  String.raw`(?<!\u{1f3f4}${tag}{1,7})`,
  // Marks before Arabic numbers, which are drawn.
  String.raw`(?<![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])`,
].join("");

/**
 * Characters that nobody sees, or that show the text around them as another one: controls, marks that turn the direction
 * of text, joiners, fillers and selectors where they do not belong. To be given the flags `u` and `g` or `y`.
 */
export const unseen = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]${inPlace}`;

/** Made when first needed: it takes some milliseconds, and most texts are plain. */
let everywhere: RegExp | undefined;
let here: RegExp | undefined;

const plain = /^[\x20-\x7e]*$/;

/** The text with all of them written in another way, such as `\u{200b}`. */
export function spellUnseen(text: string, spell = byNumber): string {
  if (plain.test(text)) return text;
  everywhere ??= new RegExp(unseen, "gu");
  return text.replace(everywhere, spell);
}

function byNumber(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

/** Whether such a character stands there. */
export function isUnseen(text: string, at: number): boolean {
  here ??= new RegExp(unseen, "uy");
  here.lastIndex = at;
  return here.test(text);
}

/**
 * A name with all that a terminal would obey: a title, a text for the clipboard, a link, a cleared screen; and marks that
 * show it as another one. Without slashes: it is for files and folders too.
 */
export const hostileName =
  "x\u001b]0;PWNED\u0007\u001b]52;c;UFdORUQ=\u0007\u001b]8;;evil\u0007\u001b[2J\u009b31m\u202egpj\u2066\u200b\r\u0085";

const obeyed = ["\u001b]0;", "\u001b]52;", "\u001b]8;", "PWNED\u0007", "\u0085", "\u009b"];
const unseen = ["\u202e", "\u2066", "\u200b"];

/** What of it has come out: nothing should. The program's own sequences are others. */
export function injectedInto(output: string): readonly string[] {
  return [...obeyed, ...unseen].filter((each) => output.includes(each));
}

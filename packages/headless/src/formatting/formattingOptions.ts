import type { EditorConfig } from "./editorConfig.ts";

/** As language servers take them. */
export interface FormattingOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  readonly trimTrailingWhitespace?: boolean;
  readonly insertFinalNewline?: boolean;
}

/** What .editorconfig says; else as the text itself is indented. */
export function formattingOptions(config: EditorConfig, text: string): FormattingOptions {
  const guessed = guessIndentation(text);
  const style = config.indent_style;
  const insertSpaces = style === undefined ? guessed.insertSpaces : style !== "tab";
  const size = [config.indent_size, config.tab_width].map(Number).find((each) => each > 0 && each <= 16);
  return {
    tabSize: size ?? guessed.tabSize,
    insertSpaces,
    ...(config.trim_trailing_whitespace !== undefined && {
      trimTrailingWhitespace: config.trim_trailing_whitespace === "true",
    }),
    ...(config.insert_final_newline !== undefined && {
      insertFinalNewline: config.insert_final_newline === "true",
    }),
  };
}

/** The most frequent step from one line to the next; of two spaces when there is none. */
function guessIndentation(text: string): { readonly tabSize: number; readonly insertSpaces: boolean } {
  const steps = new Map<number, number>();
  let tabs = 0;
  let spaces = 0;
  let last = 0;
  for (const line of text.split(/\r\n|\n|\r/, 2_000)) {
    if (line.trim() === "") continue;
    if (line.startsWith("\t")) tabs++;
    const width = /^ */.exec(line)![0].length;
    if (width > 1) spaces++;
    const step = Math.abs(width - last);
    last = width;
    if (step > 1 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1);
  }
  if (tabs > spaces) return { tabSize: 4, insertSpaces: false };
  const [step = 2] = [...steps].sort(([, a], [, b]) => b - a)[0] ?? [];
  return { tabSize: step, insertSpaces: true };
}

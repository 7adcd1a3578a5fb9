import type { Highlighter, HighlighterOptions } from "./highlighter.ts";
import { languageOf, loadMode } from "./languages.ts";
import { LineHighlighter } from "./lineHighlighter.ts";

/**
 * The colours of a file, if its language is known from its name. Lines may end with their terminators. Whatever the file
 * holds, asking for a screen of lines takes some milliseconds at most: what is not ready by then comes later.
 */
export async function openHighlighter(
  path: string,
  lines: readonly string[],
  options: HighlighterOptions = {},
): Promise<Highlighter | undefined> {
  const language = languageOf(path, lines[0]);
  return language && new LineHighlighter(await loadMode(language), lines, options);
}

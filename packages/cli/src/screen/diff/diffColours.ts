import type { Highlighter } from "../../syntax/highlighter.ts";
import { openHighlighter } from "../../syntax/openHighlighter.ts";
import type { OpenDiff } from "../screenState.ts";
import type { Colours } from "./diffRows.ts";
import { pathOf, reviewOf } from "./openDiff.ts";

const none: Colours = () => [];

/** The colours of the texts that are looked at. They come when they are ready: nobody waits for them. */
export class DiffColours {
  readonly #changed: () => void;
  /** By the lines: a decision leaves them as they are. */
  readonly #opened = new WeakMap<readonly string[], { highlighter: Highlighter | undefined }>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  for(diff: OpenDiff | undefined): Colours {
    const review = reviewOf(diff);
    if (!diff || !review) return none;
    const path = pathOf(diff.subject);
    return (source, line) =>
      this.#of(path, source === "before" ? review.beforeLines : review.afterLines)?.tokensOf(line) ?? [];
  }

  #of(path: string, lines: readonly string[]): Highlighter | undefined {
    const known = this.#opened.get(lines);
    if (known) return known.highlighter;
    const entry: { highlighter: Highlighter | undefined } = { highlighter: undefined };
    this.#opened.set(lines, entry);
    openHighlighter(path, lines, { changed: this.#changed }).then(
      (highlighter) => {
        entry.highlighter = highlighter;
        if (highlighter) this.#changed();
      },
      // A text without colours can be read as well.
      () => {},
    );
    return undefined;
  }
}

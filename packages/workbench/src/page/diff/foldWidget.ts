import { WidgetType } from "@codemirror/view";
import { barHeight } from "./hunkBarWidget.ts";

/** Stands for unchanged lines until somebody wants to see them. */
export class FoldWidget extends WidgetType {
  readonly #lines: number;
  readonly #open: (() => void) | undefined;

  constructor(lines: number, open?: () => void) {
    super();
    this.#lines = lines;
    this.#open = open;
  }

  override eq(other: FoldWidget): boolean {
    return other.#lines === this.#lines && (other.#open === undefined) === (this.#open === undefined);
  }

  override get estimatedHeight(): number {
    return barHeight;
  }

  toDOM(): HTMLElement {
    const fold = document.createElement("div");
    fold.className = "diff-fold";
    const open = this.#open;
    if (!open) return fold;
    const button = fold.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = `${this.#lines} unchanged lines`;
    button.addEventListener("click", open);
    return fold;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

import { WidgetType } from "@codemirror/view";

/** Empty room, so that what belongs together stands side by side. */
export class SpacerWidget extends WidgetType {
  readonly #height: number;
  readonly #kind: "bar" | "lines";

  constructor(height: number, kind: "bar" | "lines") {
    super();
    this.#height = height;
    this.#kind = kind;
  }

  override eq(other: SpacerWidget): boolean {
    return other.#height === this.#height && other.#kind === this.#kind;
  }

  override get estimatedHeight(): number {
    return this.#height;
  }

  toDOM(): HTMLElement {
    const spacer = document.createElement("div");
    spacer.className = `diff-spacer diff-spacer-${this.#kind}`;
    spacer.style.height = `${this.#height}px`;
    spacer.setAttribute("aria-hidden", "true");
    return spacer;
  }
}

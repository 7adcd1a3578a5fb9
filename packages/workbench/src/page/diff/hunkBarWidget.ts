import { WidgetType } from "@codemirror/view";
import { actionIcon } from "../ui/svgIcon.ts";
import type { DiffEvents, HunkAction, HunkBar } from "./diffScene.ts";

/** The height of every bar, in the style sheet too: both sides of a diff must agree. */
export const barHeight = 28;

/** The line above a hunk that says what it is, with a button for each thing that can be done. */
export class HunkBarWidget extends WidgetType {
  readonly #hunk: number;
  readonly #bar: HunkBar;
  readonly #isCurrent: boolean;
  readonly #events: DiffEvents;
  readonly #key: string;

  constructor(hunk: number, bar: HunkBar, isCurrent: boolean, events: DiffEvents) {
    super();
    this.#hunk = hunk;
    this.#bar = bar;
    this.#isCurrent = isCurrent;
    this.#events = events;
    this.#key = JSON.stringify([hunk, bar, isCurrent]);
  }

  override eq(other: HunkBarWidget): boolean {
    return other.#key === this.#key && other.#events === this.#events;
  }

  override get estimatedHeight(): number {
    return barHeight;
  }

  toDOM(): HTMLElement {
    const { label, state, actions } = this.#bar;
    const bar = document.createElement("div");
    bar.className = `hunk-bar hunk-${state}${this.#isCurrent ? " is-current" : ""}`;
    bar.dataset.hunk = String(this.#hunk);
    const inner = bar.appendChild(document.createElement("div"));
    inner.className = "hunk-bar-inner";
    inner.setAttribute("role", "group");
    inner.setAttribute("aria-label", label);
    inner.append(...actions.map((action) => this.#button(action)));
    const text = inner.appendChild(document.createElement("span"));
    text.className = "hunk-label";
    text.textContent = label;
    return bar;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  #button({ name, label, kind, key, isPressed }: HunkAction): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `hunk-button hunk-button-${kind}`;
    button.dataset.action = name;
    const icon = actionIcon(kind);
    if (icon) button.append(icon);
    button.append(label);
    button.setAttribute("aria-label", `${label}: ${this.#bar.label}`);
    if (isPressed !== undefined) button.setAttribute("aria-pressed", String(isPressed));
    if (key !== undefined) button.title = `${label} (${key})`;
    // A second click on what is chosen changes nothing: the first one may have been a double click.
    if (!isPressed) button.addEventListener("click", () => this.#events.act(this.#hunk, name));
    return button;
  }
}

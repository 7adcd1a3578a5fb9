import { readFile, writeFile } from "node:fs/promises";
import {
  type EditorEvent,
  Listeners,
  type Proposal,
  type Range,
  type Selection,
  textIn,
} from "@idebridge/sdk";

export interface Tab {
  readonly path: string;
  text: string;
  isDirty: boolean;
  range: Range;
}

/** One pane that shows a proposed change. `finish` says how it ended: with a text, or with none. */
export interface DiffPane {
  readonly proposal: Proposal;
  /** The right side, which the user can edit. */
  text: string;
  finish(contents: string | undefined): void;
}

/** Kale's window: tabs, a selection, diff panes. It knows nothing of agents. */
export class KaleWindow {
  readonly tabs: Tab[] = [];
  readonly diffs: DiffPane[] = [];
  readonly #draw: (line: string) => void;
  readonly #listeners = new Listeners<EditorEvent>();
  #active: Tab | undefined;

  /** `draw` stands for the renderer process. */
  constructor(draw: (line: string) => void) {
    this.#draw = draw;
  }

  get active(): Tab | undefined {
    return this.#active;
  }

  onChange(listener: (event: EditorEvent) => void): () => void {
    return this.#listeners.add(listener);
  }

  find(path: string): Tab | undefined {
    return this.tabs.find((tab) => tab.path === path);
  }

  async open(path: string, toFront = true): Promise<Tab> {
    let tab = this.find(path);
    if (!tab) {
      tab = { path, text: await readFile(path, "utf8"), isDirty: false, range: emptyRange };
      this.tabs.push(tab);
      this.#emit({ type: "documents" });
    }
    if (toFront) this.#activate(tab);
    return tab;
  }

  select(tab: Tab, range: Range): void {
    tab.range = range;
    this.#activate(tab);
  }

  type(tab: Tab, text: string): void {
    tab.text += text;
    tab.isDirty = true;
    this.#emit({ type: "documents" });
  }

  async save(tab: Tab): Promise<void> {
    await writeFile(tab.path, tab.text);
    tab.isDirty = false;
    this.#emit({ type: "documents" });
  }

  close(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    this.#emit({ type: "documents" });
    if (tab === this.#active) this.#activate(this.tabs.at(-1));
  }

  selection(): Selection | undefined {
    const tab = this.#active;
    return tab && { path: tab.path, range: tab.range, text: textIn(tab.text, tab.range) };
  }

  showDiff(pane: DiffPane): void {
    this.diffs.push(pane);
    this.#draw(`diff opened: ${pane.proposal.title}`);
  }

  hideDiff(pane: DiffPane): void {
    this.diffs.splice(this.diffs.indexOf(pane), 1);
    this.#draw(`diff closed: ${pane.proposal.title}`);
  }

  #activate(tab: Tab | undefined): void {
    this.#active = tab;
    this.#emit({ type: "selection", selection: this.selection() });
  }

  #emit(event: EditorEvent): void {
    this.#listeners.emit(event);
  }
}

const emptyRange: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

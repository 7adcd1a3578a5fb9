import type { ControlEvent, DocumentInfo } from "@idebridge/headless/protocol";
import type { Position, Range } from "@idebridge/sdk/core";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import { DocumentText } from "./documentText.ts";
import type { Notices } from "./notices.ts";
import { baseName } from "./session.ts";
import type { View } from "./view.ts";

/** A place to go to, once the editor shows its file. */
export interface Place {
  readonly path: string;
  /** Where it was left, when it is not said. */
  readonly at?: Position | undefined;
}

const selectionPauseMilliseconds = 120;

/** The documents that are open in idebridge, and the one that this page shows. */
export class Documents {
  readonly open = signal<readonly DocumentInfo[]>([]);
  readonly activePath = signal<string | undefined>(undefined);
  readonly active = computed(() => this.open.value.find(({ path }) => path === this.activePath.value));
  readonly text = signal<DocumentText | undefined>(undefined);
  /** Where the editor shall go next. */
  readonly place = signal<Place | undefined>(undefined);
  /** The lines that are selected in the editor, from 0, both included. */
  readonly selectedLines = signal<{ readonly first: number; readonly last: number } | undefined>(undefined);
  /** A document with unsaved changes that the user wants to close. */
  readonly closing = signal<string | undefined>(undefined);
  readonly #texts = new Map<string, DocumentText>();
  readonly #link: ControlLink;
  readonly #notices: Notices;
  readonly #view: View;
  #selectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: ControlLink, notices: Notices, view: View) {
    this.#link = link;
    this.#notices = notices;
    this.#view = view;
  }

  async refresh(): Promise<void> {
    // After a restart of idebridge nothing is open: what this page still has is opened again.
    for (const text of this.#texts.values()) {
      const isDirty = this.open.value.find(({ path }) => path === text.path)?.isDirty ?? false;
      await this.#notices.attempt(() => text.resume(isDirty));
    }
    const documents = await this.#link.request("documents/list");
    this.#take(documents);
    const chosen = this.activePath.value ?? documents.find(({ isActive }) => isActive)?.path;
    if (chosen !== undefined) await this.choose(chosen);
  }

  hear(event: ControlEvent): void {
    if (event.type === "documentsChanged") this.#take(event.documents);
    if (event.type === "documentChanged") {
      this.#texts.get(event.path)?.changedElsewhere(event.text, event.version);
    }
  }

  /** The page goes: what was typed last goes to idebridge, which keeps it. */
  leave(): void {
    for (const text of this.#texts.values()) void text.flush();
  }

  /** Shows a file in the editor, perhaps at a line; the focus goes there too. */
  async show(path: string, at?: Position): Promise<void> {
    this.#view.go("editor");
    this.#view.isListShown.value = false;
    await this.choose(path);
    if (this.text.value?.path === path) this.place.value = { path, at };
  }

  async choose(path: string): Promise<void> {
    const last = this.activePath.value;
    this.activePath.value = path;
    const text = await this.#notices.attempt(async () => {
      const known = this.#texts.get(path);
      if (known) return known;
      const { text: read, version } = await this.#link.request("documents/open", { path });
      const opened = new DocumentText(this.#link, this.#notices, path, read, version);
      this.#texts.set(path, opened);
      return opened;
    });
    if (this.activePath.value !== path) return;
    if (text) this.text.value = text;
    else this.activePath.value = last;
  }

  /** Writes the document; the user decides when its file has changed. */
  async save(overwrite = false): Promise<void> {
    const text = this.text.value;
    if (!text) return;
    const name = baseName(text.path);
    const { isDirty = true, onDisk } = this.open.value.find(({ path }) => path === text.path) ?? {};
    const isAsOnDisk = !isDirty && onDisk === "unchanged" && !text.isTouched;
    await this.#notices.attempt(async () => {
      await text.flush();
      const { outcome } = await this.#link.request("documents/save", { path: text.path, overwrite });
      if (outcome === "changedOnDisk") {
        this.#notices.show({ kind: "error", text: `${name} has changed on disk: not saved` });
      } else if (outcome === "saved") {
        text.saved();
        if (isAsOnDisk) this.#notices.show({ kind: "info", text: `${name} has no changes to save` }, 2_000);
        else this.#notices.show({ kind: "success", text: `Saved ${name}` }, 2_000);
      }
    });
  }

  /** Drops what is not saved. */
  async revert(path: string): Promise<void> {
    await this.#notices.attempt(async () => {
      const { text, version } = await this.#link.request("documents/revert", { path });
      this.#texts.get(path)?.take(text, version);
      this.#texts.get(path)?.saved();
    });
  }

  async close(path: string, discard = false): Promise<void> {
    this.closing.value = undefined;
    await this.#notices.attempt(async () => {
      if (!discard) await this.#texts.get(path)?.flush();
      const { outcome } = await this.#link.request("documents/close", { path, discard });
      if (outcome === "unsaved") this.closing.value = path;
    });
  }

  async saveAndClose(path: string): Promise<void> {
    await this.choose(path);
    await this.save();
    await this.close(path);
  }

  /** Tells agents what is selected; not every step of a moving mouse. */
  selected(path: string, range: Range): void {
    const { start, end } = range;
    const isEmpty = start.line === end.line && start.character === end.character;
    const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
    this.selectedLines.value = isEmpty ? undefined : { first: start.line, last };
    clearTimeout(this.#selectTimer);
    this.#selectTimer = setTimeout(() => {
      void this.#notices.attempt(async () => {
        await this.#texts.get(path)?.flush();
        await this.#link.request("select", { path, range });
      });
    }, selectionPauseMilliseconds);
  }

  /** What language servers know of a name; nothing while they do not. */
  async hover(path: string, at: Position): Promise<string> {
    try {
      return (await this.#link.request("code/hover", { path, ...at })).text;
    } catch {
      return "";
    }
  }

  async goToDefinition(path: string, at: Position): Promise<void> {
    await this.#notices.attempt(async () => {
      await this.#texts.get(path)?.flush();
      const { places } = await this.#link.request("code/definition", { path, ...at });
      const [place] = places;
      if (place) await this.show(place.path, place.range.start);
      else this.#notices.show({ kind: "info", text: "No definition is known" }, 3_000);
    });
  }

  /** Formats as the project does. */
  async format(): Promise<void> {
    const text = this.text.value;
    if (!text) return;
    await this.#notices.attempt(async () => {
      await text.flush();
      const {
        by,
        text: formatted,
        version,
      } = await this.#link.request("documents/format", { path: text.path });
      text.take(formatted, version);
      this.#notices.show({ kind: "success", text: `Formatted by ${by}` }, 3_000);
    });
  }

  /** Points agents to what is selected, or to the whole file. */
  async mention(): Promise<void> {
    const path = this.activePath.value;
    if (path === undefined) return;
    const lines = this.selectedLines.value;
    await this.#notices.attempt(async () => {
      const { outcome } = await this.#link.request("mention", lines ? { path, lines } : { path });
      const where = lines ? `:${lines.first + 1}${lines.last > lines.first ? `-${lines.last + 1}` : ""}` : "";
      const what = `${baseName(path)}${where}`;
      const text = outcome === "sent" ? `Mentioned ${what}` : `${what} is mentioned when an agent comes`;
      this.#notices.show({ kind: "success", text }, 3_000);
    });
  }

  #take(documents: readonly DocumentInfo[]): void {
    const last = this.open.value;
    this.open.value = documents;
    for (const path of [...this.#texts.keys()]) {
      const wasOpen = last.some((document) => document.path === path);
      if (wasOpen && !documents.some((document) => document.path === path)) this.#texts.delete(path);
    }
    const active = this.activePath.value;
    const index = last.findIndex(({ path }) => path === active);
    // One that was not open before is only on its way: nobody has closed it.
    if (index < 0 || documents.some(({ path }) => path === active)) return;
    const next = documents[Math.min(index, documents.length - 1)];
    this.activePath.value = undefined;
    this.text.value = undefined;
    if (next) void this.choose(next.path);
  }
}

import { signal } from "@preact/signals";
import { mergeTexts } from "../code/mergeTexts.ts";
import type { ControlLink } from "../link/controlLink.ts";
import type { Notices } from "./notices.ts";
import { baseName } from "./session.ts";

const editPauseMilliseconds = 200;

/** The text of one document: what the user types goes to idebridge, what others change comes into the editor. */
export class DocumentText {
  readonly path: string;
  /** The editor shall show this now; it is not told what it has said itself. */
  readonly incoming = signal<{ readonly text: string } | undefined>(undefined);
  readonly #link: ControlLink;
  readonly #notices: Notices;
  /** What idebridge has, as far as is known here. */
  #base: string;
  #version: number;
  /** What this page has, but for what is in `#typed`. */
  #local: string;
  #typed: (() => string) | undefined;
  #isTouched = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(link: ControlLink, notices: Notices, path: string, text: string, version: number) {
    this.#link = link;
    this.#notices = notices;
    this.path = path;
    this.#base = text;
    this.#local = text;
    this.#version = version;
  }

  get current(): string {
    return this.#typed?.() ?? this.#local;
  }

  /** The user has typed here since it was last saved: idebridge may not have told yet that it is not saved. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  saved(): void {
    this.#isTouched = this.#typed !== undefined;
  }

  /** The user has typed. The text is read when it is sent. */
  typed(text: () => string): void {
    this.#typed = text;
    this.#isTouched = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), editPauseMilliseconds);
  }

  /** Sends what was typed; resolves when idebridge has it, or has refused it. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending = this.#sending.then(() => this.#notices.attempt(() => this.#send()));
    return this.#sending;
  }

  changedElsewhere(text: string, version: number): void {
    if (version > this.#version) this.#merge(text, version);
  }

  /** What is in the document now, whatever was typed. */
  take(text: string, version: number): void {
    clearTimeout(this.#timer);
    this.#typed = undefined;
    this.#base = text;
    this.#local = text;
    this.#version = version;
    this.incoming.value = { text };
  }

  /** The connection is back. A new idebridge knows only what was saved: what is not saved is sent to it again. */
  async resume(wasDirty: boolean): Promise<void> {
    const { text, version } = await this.#link.request("documents/open", { path: this.path });
    const mine = this.current;
    if (!wasDirty && this.#typed === undefined) return this.take(text, version);
    this.#base = text;
    this.#version = version;
    if (mine !== text) this.typed(() => mine);
  }

  async #send(): Promise<void> {
    const text = this.current;
    this.#typed = undefined;
    this.#local = text;
    if (text === this.#base) return;
    try {
      const edit = { path: this.path, text, version: this.#version };
      this.#version = (await this.#link.request("documents/edit", edit)).version;
      this.#base = text;
    } catch (error) {
      if (!isVersionConflict(error)) throw error;
      const latest = await this.#link.request("documents/open", { path: this.path });
      this.#merge(latest.text, latest.version);
    }
  }

  #merge(theirs: string, version: number): void {
    const { text, conflicts } = mergeTexts(this.#base, this.current, theirs);
    this.take(theirs, version);
    if (text !== theirs) {
      this.#local = text;
      this.incoming.value = { text };
      this.typed(() => text);
    }
    if (conflicts > 0) {
      const message = `${baseName(this.path)} was changed elsewhere in the same lines: yours are not in it`;
      this.#notices.show({ kind: "error", text: message }, 10_000);
    }
  }
}

function isVersionConflict(error: unknown): boolean {
  return error instanceof Error && "data" in error && error.data === "VERSION_CONFLICT";
}

import type { ControlEvent, FileChange, PendingReview, PromptChanges, Status } from "@idebridge/headless";
import { diffTexts, Review } from "@idebridge/review";
import { KeyBindings } from "../../src/screen/keys/keyBindings.ts";
import type { Effect, Message } from "../../src/screen/messages.ts";
import type { ScreenOptions, ScreenState } from "../../src/screen/screenState.ts";
import { startState } from "../../src/screen/startState.ts";
import { nextWake, update } from "../../src/screen/update.ts";
import { view } from "../../src/screen/view.ts";

const clock = "2030-01-02T03:04:05.000Z";

export const client = {
  id: 1,
  name: "claude-code",
  version: "2.1",
  pid: 42,
  folders: ["/w"],
  connectedAt: clock,
} as const;

export const status: Status = {
  name: "idebridge",
  version: "1",
  pid: 1,
  port: 4242,
  dialect: "claude-code",
  folders: ["/w"],
  startedAt: clock,
  paused: false,
  clients: [client],
  pendingReviews: 0,
  unseenChanges: 0,
  selection: undefined,
  problems: { errors: 0, warnings: 0 },
  languageServers: [],
  kernels: [],
};

export function pending(
  id: number,
  path = `/w/file${id}.ts`,
  more: Partial<PendingReview> = {},
): PendingReview {
  return { id, path, title: "", client, openedAt: clock, added: 1, removed: 1, isNewFile: false, ...more };
}

export function fileChange(id: string, more: Partial<FileChange> = {}): FileChange {
  return {
    id,
    path: `/w/${id}.ts`,
    kind: "modified",
    added: 1,
    removed: 1,
    changedAt: clock,
    beforeFrom: "announced",
    state: "unseen",
    ...more,
  };
}

export function prompt(id: string, ...files: FileChange[]): PromptChanges {
  return {
    id,
    client: { name: "claude-code", version: "2.1", folder: "/w" },
    startedAt: clock,
    files,
    notes: [],
  };
}

/** Lines "line 1" to "line n", of which some have another text. */
export function lines(count: number, changed: Readonly<Record<number, string>> = {}): string {
  return Array.from({ length: count }, (_, i) => `${changed[i + 1] ?? `line ${i + 1}`}\n`).join("");
}

/** The screen without a terminal and without an idebridge: what it does is looked at, and its clock set. */
export class Desk {
  state: ScreenState;
  now = 1_000_000;
  /** What the screen wanted done, and nobody has looked at yet. */
  effects: Effect[] = [];
  #texts = new Map<string, readonly [before: string, after: string]>();

  constructor(options: Partial<ScreenOptions> & { readonly columns?: number; readonly rows?: number } = {}) {
    const { columns = 80, rows = 24, ...own } = options;
    const all = {
      keys: new KeyBindings(),
      layout: "auto",
      ownsIdebridge: false,
      once: false,
      ...own,
    } as const;
    this.state = startState(all, { columns, rows }, this.now);
    this.tell({ type: "attached", status, reviews: [], prompts: [] });
  }

  tell(message: Message): void {
    const { state, effects } = update(this.state, message, this.now);
    this.state = state;
    for (const effect of effects) {
      const texts = effect.type === "load" ? this.#texts.get(effect.key) : undefined;
      if (effect.type === "load" && texts) this.load(effect.key, ...texts);
      else this.effects.push(effect);
    }
  }

  event(event: ControlEvent): void {
    this.tell({ type: "told", event });
  }

  /** A review is over. */
  closes(
    id: number,
    how: Omit<Extract<ControlEvent, { type: "reviewClosed" }>, "type" | "id" | "isEdited">,
  ): void {
    this.event({ type: "reviewClosed", id, isEdited: false, ...how });
  }

  load(key: string, before: string, after: string): void {
    const hunks = diffTexts(before, after).map((hunk) => ({ ...hunk, decision: "undecided" as const }));
    const review = Review.from({ before, after, hunks });
    this.tell({ type: "loaded", key, loaded: { kind: "texts", before, after, review } });
  }

  /** A review arrives, and its texts are there when they are asked for. */
  arrives(review: PendingReview, before: string, after: string): void {
    this.#texts.set(`review:${review.id}`, [before, after]);
    this.event({ type: "reviewOpened", review });
  }

  wrote(changes: PromptChanges, before: string, after: string): void {
    for (const { id } of changes.files) this.#texts.set(`change:${id}`, [before, after]);
    this.event({ type: "changesChanged", prompt: changes });
  }

  /** A file has other contents from now on. */
  holds(key: string, before: string, after: string): void {
    this.#texts.set(key, [before, after]);
  }

  /** Time goes on, and the screen notices what comes of that. */
  wait(milliseconds: number): void {
    const end = this.now + milliseconds;
    for (let at = nextWake(this.state); at !== undefined && at <= end; at = nextWake(this.state)) {
      this.now = at;
      this.tell({ type: "woken" });
    }
    this.now = end;
    this.tell({ type: "woken" });
  }

  press(...keys: string[]): void {
    for (const key of keys) this.tell({ type: "input", input: { type: "key", key } });
  }

  type(text: string): void {
    this.press(...[...text].map((character) => (character === " " ? "space" : character)));
  }

  resize(columns: number, rows: number): void {
    this.tell({ type: "resized", size: { columns, rows } });
  }

  get frame() {
    return view(this.state, () => []);
  }

  /** As it is read, without the spaces at the ends of lines. */
  get rows(): string[] {
    return this.frame.rows.map((row) =>
      row
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    );
  }

  get screen(): string {
    return this.rows.join("\n");
  }

  /** Clicks where a text begins. */
  click(text: string, skip = 0): void {
    const row = this.rows.findIndex((line) => line.includes(text));
    const column = (this.rows[row] ?? "").indexOf(text) + skip;
    const hit = this.frame.hits.find(
      (area) => area.row === row && area.from <= column && column < area.to,
    )?.hit;
    this.tell({ type: "mouse", action: "press", hit });
  }

  /** What was wanted since the last time. */
  take(): Effect[] {
    return this.effects.splice(0);
  }
}

import {
  type AcceptedHunks,
  type ControlEvent,
  type DecidedReview,
  decisionWords,
  outcomeWords,
  type PendingReview,
} from "@idebridge/headless/protocol";
import { computed, effect, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import { batchesOf } from "./batchesOf.ts";
import { type Notices, noMoreFiles } from "./notices.ts";
import { keyOf, OwnTexts } from "./ownTexts.ts";
import type { Preferences } from "./preferences.ts";
import { ReviewDesk } from "./reviewDesk.ts";
import { baseName } from "./session.ts";

/** The inbox of every agent, and the review that is being looked at. */
export class Reviews {
  readonly pending = signal<readonly PendingReview[]>([]);
  readonly history = signal<readonly DecidedReview[]>([]);
  readonly desk = signal<ReviewDesk | undefined>(undefined);
  readonly ownTexts: OwnTexts;
  readonly currentId = signal<number | undefined>(undefined);
  /** Those that wait for the user; what is held is decided. */
  readonly open = computed(() => this.pending.value.filter(({ held }) => held === undefined));
  readonly batches = computed(() => batchesOf(this.pending.value, this.history.value));
  readonly #link: ControlLink;
  readonly #notices: Notices;
  readonly #preferences: Preferences;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: ControlLink, notices: Notices, preferences: Preferences, storage?: Storage) {
    this.ownTexts = new OwnTexts(storage);
    this.#link = link;
    this.#notices = notices;
    this.#preferences = preferences;
    effect(() => {
      const waiting = this.open.value;
      const isGone = !waiting.some(({ id }) => id === this.currentId.peek());
      if (isGone) void this.choose(this.#nextAfter(this.currentId.peek())?.id);
    });
  }

  async refresh(): Promise<void> {
    // Each as it comes: what is told from then on is newer.
    await Promise.all([
      this.#link.request("reviews/history").then((history) => (this.history.value = history)),
      this.#link.request("reviews/list").then((pending) => {
        const { value: desk } = this.desk;
        // What was typed last goes with the desk.
        if (desk && !pending.some((each) => keyOf(each) === keyOf(desk.texts.review))) desk.settle();
        this.pending.value = pending;
      }),
    ]);
    this.ownTexts.compare(this.pending.value, this.history.value);
    const id = this.currentId.value;
    // After a time without connection, what is on the desk may be another review with the same number.
    if (id !== undefined && !this.desk.value?.pendingText) await this.choose(id);
  }

  hear(event: ControlEvent): void {
    switch (event.type) {
      case "reviewOpened":
        this.pending.value = [
          ...this.pending.value.filter(({ id }) => id !== event.review.id),
          event.review,
        ].sort((a, b) => a.id - b.id);
        this.#notices.say(
          `${event.review.client.name} wants to change ${baseName(event.review.path)}. ${this.open.value.length} to review.`,
        );
        break;
      case "reviewChanged":
        this.#change(event.review.id, () => event.review);
        if (this.desk.value?.id === event.review.id) void this.#isStill(this.desk.value);
        break;
      case "reviewHeld":
        this.#change(event.id, (review) => ({ ...review, held: event.held }));
        break;
      case "reviewUndone":
        this.#change(event.id, ({ held: _, ...review }) => review);
        this.#undone(event.id, event.by);
        break;
      case "reviewClosed":
        this.#close(event);
        break;
      case "reviewDrafted":
        if (this.desk.value?.id === event.id) {
          this.desk.value.take(event.draft);
          this.ownTexts.remember(this.desk.value);
        }
        break;
    }
  }

  /** Puts a review on the desk. */
  async choose(id: number | undefined): Promise<void> {
    this.currentId.value = id;
    if (id === undefined) {
      this.desk.value = undefined;
      return;
    }
    const desk = await this.#notices.attempt(async () =>
      ReviewDesk.open(await this.#link.request("reviews/read", { id }), (changed) =>
        this.#keepDraft(changed),
      ),
    );
    if (desk?.hasOwnText) this.ownTexts.remember(desk);
    if (this.currentId.value === id) this.desk.value = desk;
  }

  move(by: 1 | -1): void {
    const waiting = this.open.value;
    const at = waiting.findIndex(({ id }) => id === this.currentId.value);
    const next = waiting[at + by];
    if (next) void this.choose(next.id);
    else this.#notices.show({ kind: "info", text: noMoreFiles(by) }, 2_000);
  }

  /** Sends what is decided of the hunks, or says that some are not. */
  async send(desk: ReviewDesk): Promise<void> {
    desk.settle();
    const { accepted, open } = desk.progress.value;
    if (open > 0) {
      const text = `Not sent: ${open === 1 ? "1 hunk is" : `${open} hunks are`} undecided`;
      this.#notices.show({ kind: "info", text });
      return;
    }
    desk.isEditing.value = false;
    if (accepted === 0) return this.reject(desk);
    if (!(await this.#isStill(desk))) return;
    await this.#decide(desk, desk.review.value.finalText(), desk.acceptedHunks);
  }

  /** Accepts whatever is not rejected. */
  async accept(desk: ReviewDesk): Promise<void> {
    if (desk.problem !== undefined) return this.#decide(desk, desk.texts.proposal.contents);
    if (!(await this.#isStill(desk))) return;
    const { conflict } = desk;
    if (conflict !== undefined) {
      desk.current.value = conflict;
      const text = "Not sent: the file has changed where this hunk is. Decide about it first";
      this.#notices.show({ kind: "info", text });
      return;
    }
    desk.decideRest("accepted");
    await this.#decide(desk, desk.review.value.finalText(), desk.acceptedHunks);
  }

  async reject(desk: ReviewDesk): Promise<void> {
    await this.#decide(desk, undefined);
  }

  /** Takes the last decision back that the agent has not been told yet. */
  async undoDecision(id = this.pending.value.findLast(({ held }) => held)?.id): Promise<void> {
    if (id === undefined) return;
    await this.#notices.attempt(async () => {
      const { outcome } = await this.#link.request("reviews/undo", { id });
      if (outcome === "tooLate")
        this.#notices.show({ kind: "error", text: "Too late: the agent knows already" });
      else await this.choose(id);
    });
  }

  async #decide(desk: ReviewDesk, contents: string | undefined, hunks?: AcceptedHunks): Promise<void> {
    const { id, path } = desk.texts.review;
    const decision =
      contents === undefined
        ? ({ outcome: "rejected" } as const)
        : ({ outcome: "accepted", contents } as const);
    const holdMilliseconds = Number(this.#preferences.undoSeconds.value) * 1000;
    const held = holdMilliseconds > 0 ? { holdMilliseconds } : {};
    const how = hunks ? { hunks } : {};
    await this.#notices.attempt(async () => {
      const result = await this.#link.request("reviews/decide", { id, decision, ...how, ...held });
      const words = decisionWords({ outcome: decision.outcome, isEdited: false, ...how });
      const what = `${baseName(path)}: ${words}`;
      if (result.outcome === "tooLate") {
        this.#notices.show({ kind: "error", text: `Too late: ${result.by} was faster` });
      } else if (result.outcome === "held") {
        const action = { label: "Undo", run: () => void this.undoDecision(id) };
        this.#notices.show({ kind: "success", text: what, action }, holdMilliseconds);
      } else {
        this.#notices.show({ kind: "success", text: what }, 3_000);
      }
    });
  }

  /** What was changed on disk meanwhile must not be lost. False: it was, and the user is to look again. */
  async #isStill(desk: ReviewDesk): Promise<boolean> {
    const shown = desk.review.value.before;
    const texts = await this.#notices.attempt(() => this.#link.request("reviews/read", { id: desk.id }));
    if (texts === undefined) return false;
    if (texts.review.problem !== desk.problem) {
      if (this.desk.value === desk) await this.choose(desk.id);
      return false;
    }
    if (desk.problem !== undefined) return true;
    const before = texts.original ?? "";
    if (this.desk.value !== desk || before === shown) return true;
    // Noticed twice at once: it is told already, and what was clicked was meant for what was there before.
    if (before === desk.review.value.before) return false;
    desk.settle();
    const conflicts = desk.rebase(before);
    const hunks = conflicts === 1 ? "1 hunk is" : `${conflicts} hunks are`;
    const what = conflicts === 0 ? "Look again" : `${hunks} to be decided again`;
    this.#notices.show({
      kind: "error",
      text: `The file has changed on disk meanwhile. ${what}, then send.`,
    });
    return false;
  }

  #keepDraft(desk: ReviewDesk): void {
    this.ownTexts.remember(desk);
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => {
      if (!this.open.value.some(({ id }) => id === desk.id)) return;
      const draft = desk.review.value.toJSON();
      const { id, openedAt } = desk.texts.review;
      void this.#link.request("reviews/draft", { id, draft, openedAt }).catch(() => {});
    }, 100);
  }

  #change(id: number, change: (review: PendingReview) => PendingReview): void {
    this.pending.value = this.pending.value.map((review) => (review.id === id ? change(review) : review));
  }

  #close({ type: _, ...event }: Extract<ControlEvent, { type: "reviewClosed" }>): void {
    const review = this.pending.value.find(({ id }) => id === event.id);
    if (review) {
      const { held: _, ...rest } = review;
      this.history.value = [...this.history.value, { ...rest, ...event, closedAt: new Date().toISOString() }];
      this.#announce(review, event);
      if (this.desk.value?.id === event.id) this.desk.value.settle();
      this.ownTexts.ended(review, event);
    }
    this.pending.value = this.pending.value.filter(({ id }) => id !== event.id);
  }

  #undone(id: number, by: string): void {
    const path = this.pending.value.find((review) => review.id === id)?.path ?? "";
    if (by !== "idebridge") this.#notices.show({ kind: "info", text: "Decision taken back" });
    else {
      const text = `${baseName(path)} has changed on disk meanwhile: your decision was not sent. Look again.`;
      this.#notices.show({ kind: "error", text });
    }
  }

  /** What ends under the eyes of the user is shown; the rest is only said. What a page has decided it has told itself. */
  #announce({ id, path, client }: PendingReview, event: Parameters<typeof outcomeWords>[0]): void {
    if (event.by === "browser") return;
    const text = `${baseName(path)}: ${outcomeWords(event, client.name)}`;
    if (this.desk.value?.id === id) this.#notices.show({ kind: "info", text });
    else this.#notices.say(text);
  }

  /** The same agent's next, if it has one. */
  #nextAfter(id: number | undefined): PendingReview | undefined {
    const waiting = this.open.value;
    const last = [...this.pending.value, ...this.history.value].find((review) => review.id === id);
    const sameClient = waiting.filter(({ client }) => client.id === last?.client.id);
    return sameClient.find((review) => id !== undefined && review.id > id) ?? sameClient[0] ?? waiting[0];
  }
}

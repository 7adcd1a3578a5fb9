import type { ReviewData } from "@idebridge/review";
import {
  type Call,
  type Client,
  type Decision,
  IdeBridgeError,
  Listeners,
  type Proposal,
  type Unsubscribe,
} from "@idebridge/sdk";
import { messageOf } from "@idebridge/sdk/core";
import {
  type AcceptedHunks,
  type ControlEvent,
  type DecidedReview,
  type HeldDecision,
  longestHoldMilliseconds,
  type PendingReview,
  type ReviewGroup,
  type ReviewTexts,
  type WithdrawnReason,
} from "./control/controlProtocol.ts";
import { toClientInfo } from "./control/toClientInfo.ts";
import { isSame, type ReviewedFile, ReviewedFiles, type Seen } from "./reviewedFiles.ts";

export interface InboxOptions {
  /** The text of a file that is open, unsaved changes included; `undefined` when it is not open. */
  readonly readOpen?: (path: string) => Promise<string | undefined>;
  /** How many decisions are remembered; 500 when left out. */
  readonly historySize?: number;
  /** How often to look whether files that are asked about have changed; 1,000 when left out. */
  readonly watchMilliseconds?: number;
  readonly now?: () => Date;
}

export type InboxEvent = Extract<
  ControlEvent,
  {
    type: "reviewOpened" | "reviewClosed" | "reviewChanged" | "reviewHeld" | "reviewUndone";
  }
>;

export type DecideResult =
  | { readonly outcome: "decided" }
  | { readonly outcome: "tooLate"; readonly by: string };

/** Seen once it is shown. */
interface Entry extends ReviewedFile {
  /** Looked at anew each time: what is known of a client fills in. */
  readonly client: Client;
  readonly openedAt: string;
  readonly group: ReviewGroup | undefined;
  /** What front ends have decided so far. */
  draft?: ReviewData | undefined;
  /** Decided, but not sent. */
  held?: Held | undefined;
  readonly settle: (decision: Decision) => void;
}

/** What a front end says about its decision, for the others. */
export interface DecisionDetails {
  readonly message?: string | undefined;
  readonly hunks?: AcceptedHunks | undefined;
}

interface Held extends HeldDecision {
  readonly decision: Decision;
  readonly details: DecisionDetails;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly over: () => void;
}

export interface HoldOptions extends DecisionDetails {
  readonly milliseconds: number;
  /** Called when it is held no longer: sent, undone, or taken back by the agent. */
  readonly over?: () => void;
}

const rejected: Decision = { outcome: "rejected" };

/**
 * Every change that an agent proposes and nobody has decided yet. Any number of front ends look at it; the first
 * decision counts. What nobody decides is never accepted.
 */
export class Inbox {
  readonly #options: InboxOptions;
  readonly #pending = new Map<number, Entry>();
  readonly #history: DecidedReview[] = [];
  readonly #listeners = new Listeners<InboxEvent>();
  readonly #files: ReviewedFiles;
  #isClosed = false;
  #isStopping = false;
  #watching: NodeJS.Timeout | undefined;

  constructor(options: InboxOptions = {}) {
    this.#options = options;
    this.#files = new ReviewedFiles(options.readOpen ?? (async () => undefined));
  }

  readonly subscribe = (listener: (event: InboxEvent) => void): Unsubscribe => this.#listeners.add(listener);

  /** Puts a proposal into the inbox, and waits until it is decided or the agent takes it back. */
  async review(
    proposal: Proposal,
    call: Call,
    { group }: { readonly group?: ReviewGroup } = {},
  ): Promise<Decision> {
    if (this.#isClosed || call.signal.aborted) return rejected;
    const { id } = proposal;
    if (this.#pending.has(id)) {
      throw new IdeBridgeError("INVALID_ARGUMENT", `There is a review with the number ${id} already`);
    }
    return new Promise((resolve) => {
      const withdraw = () => this.#withdraw(entry, call.signal.reason);
      const entry: Entry = {
        proposal,
        client: call.client,
        openedAt: this.#now(),
        group,
        seen: undefined,
        settle(decision) {
          call.signal.removeEventListener("abort", withdraw);
          resolve(decision);
        },
      };
      this.#pending.set(id, entry);
      call.signal.addEventListener("abort", withdraw, { once: true });
      void this.#show(entry);
    });
  }

  /** The pending reviews, the oldest first. */
  list(): readonly PendingReview[] {
    return [...this.#pending.values()].filter(({ seen }) => seen).map(toReview);
  }

  /** One review with its texts: the file as it was when the proposal came, the file as it is now, and the proposal. */
  async read(id: number): Promise<ReviewTexts & { readonly review: PendingReview }> {
    const entry = this.#pending.get(id);
    if (entry === undefined) throw this.#unknown(id);
    const seen = await this.#look(entry);
    const { proposal, base, draft } = entry;
    return {
      review: toReview({ ...entry, seen }),
      proposal,
      base: base?.text,
      original: seen.original.text,
      ...(base?.hunks && { hunks: base.hunks }),
      ...(draft && { draft }),
    };
  }

  /** Decides a review. The first decision counts; whoever comes later is told who it was. */
  decide(id: number, decision: Decision, by: string, details: DecisionDetails = {}): DecideResult {
    assertDecision(decision);
    const entry = this.#pending.get(id);
    if (entry === undefined || entry.held) return this.#tooLate(id, entry);
    this.#end(entry, decision, decision.outcome, by, details);
    return { outcome: "decided" };
  }

  /**
   * Decides a review, and tells the agent a little later: until then it can be undone. `send` ends the waiting, and does
   * nothing when it is over. When the file has changed meanwhile it is undone: what was accepted would undo that change.
   */
  hold(
    id: number,
    decision: Decision,
    by: string,
    { milliseconds, over = () => {}, ...details }: HoldOptions,
  ): Extract<DecideResult, { outcome: "tooLate" }> | { outcome: "held"; until: string; send: () => void } {
    assertDecision(decision);
    const entry = this.#pending.get(id);
    if (entry === undefined || entry.held) return this.#tooLate(id, entry);
    const wait = Math.min(Math.max(milliseconds, 0), longestHoldMilliseconds);
    const until = new Date(Date.parse(this.#now()) + wait).toISOString();
    const { outcome } = decision;
    const look = async () =>
      outcome === "accepted" ? this.#files.original(entry.proposal.oldPath) : undefined;
    const decidedAbout = look();
    const settle = async () => {
      const [then, now] = await Promise.all([decidedAbout, look()]);
      if (entry.held !== held) return;
      if (then?.text !== now?.text) this.undo(id, "idebridge");
      else this.#end(entry, decision, outcome, by, details);
    };
    const send = () => void settle();
    const held: Held = { outcome, by, until, decision, details, timer: setTimeout(send, wait), over };
    entry.held = held;
    this.#listeners.emit({ type: "reviewHeld", id, held: { outcome, by, until } });
    return { outcome: "held", until, send };
  }

  /** Takes back a decision that is held. */
  undo(id: number, by: string): { outcome: "undone" | "tooLate" } {
    const entry = this.#pending.get(id);
    if (entry?.held === undefined) return { outcome: "tooLate" };
    this.#release(entry);
    this.#listeners.emit({ type: "reviewUndone", id, by });
    return { outcome: "undone" };
  }

  /** Sends every decision that is held, and resolves when it is on its way: nothing that was decided is lost. */
  async sendHeld(): Promise<void> {
    const entries = [...this.#pending.values()].filter(({ held }) => held);
    for (const entry of entries) {
      const { decision, outcome, by, details } = entry.held!;
      this.#end(entry, decision, outcome, by, details);
    }
    if (entries.length > 0) await new Promise(setImmediate);
  }

  /** What ends undecided from now on does so because idebridge stops, also where that looks as if the agent left. */
  stopping(): void {
    this.#isStopping = true;
  }

  /** Keeps what was decided so far, for the other front ends and for those to come. */
  async draft(
    id: number,
    draft: ReviewData | null,
    openedAt?: string,
  ): Promise<{ outcome: "kept" | "tooLate" }> {
    if (draft !== null) await assertDraft(draft);
    const entry = this.#pending.get(id);
    if (entry === undefined) return { outcome: "tooLate" };
    // Of a file that has changed since, the draft has the proposal as carried over: only the moment tells then.
    const isOfThis =
      openedAt === undefined
        ? draft === null || draft.after === entry.proposal.contents
        : openedAt === entry.openedAt;
    if (!isOfThis) {
      throw new IdeBridgeError("INVALID_ARGUMENT", "The draft is one of another proposal");
    }
    entry.draft = draft ?? undefined;
    return { outcome: "kept" };
  }

  /** What became of earlier reviews, the oldest first. Only so many are remembered. */
  history(): readonly DecidedReview[] {
    return [...this.#history];
  }

  /** Ends every review that is pending, undecided: nobody has accepted it. Those that come later, too. */
  close(): void {
    this.#isClosed = true;
    this.#isStopping = true;
    clearTimeout(this.#watching);
    for (const entry of [...this.#pending.values()]) this.#withdraw(entry, undefined);
  }

  /** It is on the list once it is known how large it is; front ends want to tell that at once. */
  async #show(entry: Entry): Promise<void> {
    const seen = await this.#look(entry);
    if (!this.#isPending(entry)) return;
    entry.seen = seen;
    this.#listeners.emit({ type: "reviewOpened", review: toReview(entry) });
    this.#watch();
  }

  /** A file may be changed while it is asked about: whoever looks at it must know. */
  #watch(): void {
    if (this.#watching !== undefined || this.#pending.size === 0) return;
    const look = async () => {
      for (const entry of [...this.#pending.values()])
        if (entry.seen) await this.#lookAgain(entry, entry.seen);
      this.#watching = undefined;
      this.#watch();
    };
    this.#watching = setTimeout(() => void look(), this.#options.watchMilliseconds ?? 1_000);
    this.#watching.unref();
  }

  async #lookAgain(entry: Entry, before: Seen): Promise<void> {
    if (!(await this.#files.mayHaveChanged(entry))) return;
    const seen = await this.#look(entry);
    if (!this.#isPending(entry)) return;
    entry.seen = seen;
    if (isSame(seen.original, before.original)) return;
    this.#listeners.emit({ type: "reviewChanged", review: toReview(entry) });
  }

  #look(entry: Entry): Promise<Seen> {
    return this.#files.look(entry, () => this.#isPending(entry));
  }

  #isPending(entry: Entry): boolean {
    return this.#pending.get(entry.proposal.id) === entry;
  }

  #tooLate(id: number, entry: Entry | undefined): { outcome: "tooLate"; by: string } {
    const by = entry?.held?.by ?? this.#history.findLast((review) => review.id === id)?.by;
    if (by === undefined) throw this.#unknown(id);
    return { outcome: "tooLate", by };
  }

  #withdraw(entry: Entry, why: unknown): void {
    const reason = this.#isStopping ? "stopped" : reasonOf(why);
    this.#end(entry, rejected, "withdrawn", reason === "stopped" ? "idebridge" : "agent", { reason });
  }

  #end(
    entry: Entry,
    decision: Decision,
    outcome: DecidedReview["outcome"],
    by: string,
    { message, hunks, reason }: DecisionDetails & { readonly reason?: WithdrawnReason },
  ): void {
    const { id, contents } = entry.proposal;
    this.#pending.delete(id);
    this.#release(entry);
    const isEdited = decision.outcome === "accepted" && decision.contents !== contents;
    const how = {
      outcome,
      by,
      isEdited,
      ...(message !== undefined && { message }),
      ...(hunks && outcome === "accepted" && { hunks }),
      ...(reason && { reason }),
    };
    this.#history.push({ ...toReview(entry), closedAt: this.#now(), ...how });
    const { historySize = 500 } = this.#options;
    if (this.#history.length > historySize) this.#history.splice(0, this.#history.length - historySize);
    entry.settle(decision);
    if (entry.seen) this.#listeners.emit({ type: "reviewClosed", id, ...how });
  }

  #release(entry: Entry): void {
    const { held } = entry;
    if (held === undefined) return;
    entry.held = undefined;
    clearTimeout(held.timer);
    held.over();
  }

  #unknown(id: number): IdeBridgeError {
    const decided = this.#history.findLast((review) => review.id === id);
    const what = decided ? `was ${decided.outcome} by ${decided.by}` : "is unknown, or over for long";
    return new IdeBridgeError(
      "INVALID_ARGUMENT",
      `Review ${id} ${what}. List the reviews to see what is pending`,
    );
  }

  #now(): string {
    return (this.#options.now?.() ?? new Date()).toISOString();
  }
}

function toReview({ proposal, client, openedAt, group, seen, held }: Entry): PendingReview {
  const { id, path, title } = proposal;
  const { added = 0, removed = 0, isRough, original } = seen ?? {};
  const problem = original?.problem;
  const isMissing = original !== undefined && original.text === undefined && problem === undefined;
  // Compared with another file: then there is none of its own name.
  const isNewFile = isMissing || proposal.oldPath !== path;
  return {
    id,
    path,
    title,
    client: toClientInfo(client),
    openedAt,
    added,
    removed,
    ...(isRough && { isRough }),
    isNewFile,
    ...(group && { group }),
    ...(problem !== undefined && { problem }),
    ...(held && { held: { outcome: held.outcome, by: held.by, until: held.until } }),
  };
}

/** Why the agent does not want to know any more. */
function reasonOf(why: unknown): WithdrawnReason {
  if (!(why instanceof IdeBridgeError)) return "answeredInAgent";
  if (why.code === "CONNECTION_CLOSED") return "agentLeft";
  return why.code === "ABORTED" ? "takenBack" : "answeredInAgent";
}

/** It may come from outside: what is no clear acceptance is none. */
function assertDecision(decision: Decision): void {
  const { outcome } = decision;
  if (outcome === "rejected" || (outcome === "accepted" && typeof decision.contents === "string")) return;
  throw new IdeBridgeError(
    "INVALID_ARGUMENT",
    "A decision is accepted, with the contents for the file, or rejected",
  );
}

async function assertDraft(draft: ReviewData): Promise<void> {
  const { Review } = await import("@idebridge/review");
  try {
    Review.from(draft);
  } catch (error) {
    const why = messageOf(error);
    throw new IdeBridgeError("INVALID_ARGUMENT", `This is no draft of a review: ${why}`);
  }
}

import {
  type AcceptedHunks,
  type ControlClient,
  counted,
  type PendingReview,
  type ReviewTexts,
} from "@idebridge/headless";
import type { Review } from "@idebridge/review";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { forgetFile, openEditor } from "../screen/diff/openEditor.ts";
import type { Tally } from "../screen/diff/tally.ts";
import { type Style, styleFor } from "../style.ts";
import type { Asker } from "./asker.ts";
import { askHunks } from "./askHunks.ts";
import { printDiff } from "./printDiff.ts";
import { sayUnknown } from "./sayUnknown.ts";
import { shortPath } from "./shortPath.ts";

const help = [
  "y  accept the file as it is proposed, or as it is decided and edited so far",
  "n  reject it",
  "m  reject it with a message for the log",
  "d  show the difference",
  "h  decide hunk by hunk",
  "e  edit the proposed text in your editor, then decide",
];

/** One question after the other about one review, until it is decided. */
export class PlainReview {
  readonly #pending: PendingReview;
  readonly #control: ControlClient;
  readonly #asker: Asker;
  readonly #context: Context;
  readonly #style: Style;
  /** As they were when the question was asked. */
  #texts: ReviewTexts | undefined;
  /** With what the user made of the proposal, here or elsewhere; there once it is wanted. */
  #review: Review | undefined;
  /** What front ends have told each other of it so far, as JSON. */
  #draft: string | undefined;
  /** Where what the user wrote stands, until the review is decided. */
  #ownFile: string | undefined;

  constructor(review: PendingReview, control: ControlClient, asker: Asker, context: Context) {
    this.#pending = review;
    this.#control = control;
    this.#asker = asker;
    this.#context = context;
    this.#style = styleFor(context);
  }

  async run(): Promise<void> {
    try {
      await this.#ask();
    } catch (error) {
      this.#tellOwnFile();
      throw error;
    }
  }

  async #ask(): Promise<void> {
    await this.#read();
    await this.#takeDraft();
    for (;;) {
      const answer = await this.#asker.question(
        "  accept it? y, n, d for the diff, h for hunks, ? for more, then Enter: ",
      );
      switch (answer.toLowerCase()) {
        case "y":
        case "yes":
          if (await this.#acceptFile()) return;
          break;
        case "n":
        case "no":
          return this.#reject();
        case "m":
          return this.#reject(await this.#asker.question("  why? then Enter: "));
        case "d":
        case "diff":
          await this.#showDifference();
          break;
        case "h":
          if (await this.#eachHunk()) return;
          break;
        case "e":
          await this.#edit();
          break;
        case "?":
          for (const line of help) this.#asker.print(`  ${line}`);
          break;
        default:
          sayUnknown(answer, this.#asker);
      }
    }
  }

  /** False when it is not sent: there is something to look at first. */
  async #acceptFile(): Promise<boolean> {
    if (!(await this.#isStill())) return false;
    if (this.#isUntouched) {
      await this.#accept(this.#texts!.proposal.contents);
      return true;
    }
    const current = await this.#current();
    const conflicts = current.openConflicts.length;
    if (conflicts > 0) {
      this.#asker.print(`  Not yet: ${meeting(conflicts)}: decide hunk by hunk, with h.`);
      return false;
    }
    if (isRejected(current)) {
      this.#asker.print("  Every hunk of it is rejected: n rejects the file, h decides again.");
      return false;
    }
    await this.#send(current.decide("undecided", "accepted"));
    return true;
  }

  async #send(decided: Review): Promise<void> {
    const { acceptedOf } = await import("../screen/diff/tally.ts");
    await this.#accept(decided.finalText(), acceptedOf(decided));
  }

  async #accept(contents: string, hunks?: AcceptedHunks): Promise<void> {
    const { id } = this.#pending;
    const decision = { outcome: "accepted", contents } as const;
    const how = hunks ? { hunks } : {};
    await this.#decided(await this.#control.request("reviews/decide", { id, decision, ...how }));
  }

  async #reject(message = ""): Promise<void> {
    const { id } = this.#pending;
    const said = message === "" ? {} : { message };
    const decision = { outcome: "rejected" } as const;
    await this.#decided(await this.#control.request("reviews/decide", { id, decision, ...said }));
  }

  async #decided(result: { outcome: string; by?: string }): Promise<void> {
    if (result.outcome === "tooLate") {
      this.#asker.print(`Too late: ${printable(result.by ?? "somebody")} was faster.`);
      this.#tellOwnFile();
    } else if (this.#ownFile !== undefined) await forgetFile(this.#ownFile);
  }

  #tellOwnFile(): void {
    if (this.#ownFile !== undefined) this.#asker.print(`  Your text is in ${printable(this.#ownFile)}`);
  }

  async #read(): Promise<ReviewTexts> {
    this.#texts = await this.#control.request("reviews/read", { id: this.#pending.id });
    return this.#texts;
  }

  /** False when the file, or what is decided of it elsewhere, is another by now: that is said, and the question void. */
  async #isStill(): Promise<boolean> {
    const isSameFile = await this.#isSameFile();
    return !(await this.#takeDraft()) && isSameFile;
  }

  async #isSameFile(decided?: Review): Promise<boolean> {
    const asked = this.#texts!;
    const { original, review } = await this.#read();
    if (original === asked.original && review.problem === asked.review.problem) return true;
    const name = shortPath(review.path, this.#folder());
    const current = review.problem === undefined ? (decided ?? (await this.#current())) : undefined;
    const conflicts = current ? current.rebase(original ?? "").review.openConflicts.length : 0;
    const what = conflicts === 0 ? "the hunks were moved to where they belong now" : meeting(conflicts);
    this.#asker.print(
      this.#style.yellow(`  ${name} has changed on disk: ${printable(review.problem ?? what)}. Look again.`),
    );
    return false;
  }

  /** Goes on from what other front ends have decided so far, and says so. False when that is nothing new. */
  async #takeDraft(): Promise<boolean> {
    const { draft, review } = this.#texts!;
    const known = draft && JSON.stringify(draft);
    if (known === this.#draft || review.problem !== undefined) return false;
    const [{ Review }, { tallyOf }] = await Promise.all([
      import("@idebridge/review"),
      import("../screen/diff/tally.ts"),
    ]);
    this.#draft = known;
    this.#review = draft && Review.from(draft);
    const told = decidedSoFar(tallyOf(await this.#current()));
    this.#asker.print(this.#style.yellow(`  ${told}`));
    return true;
  }

  /** The review for the file as it is now. */
  async #current(): Promise<Review> {
    const { base = "", original = "", proposal, hunks, review: pending } = this.#texts!;
    const review = this.#review ?? (await compare(base, proposal.contents, hunks));
    // What cannot be read is no text to carry anything over to.
    this.#review = pending.problem === undefined ? review.rebase(original).review : review;
    return this.#review;
  }

  /** Neither the file nor the proposal has become another one since it came: there is nothing to compare. */
  get #isUntouched(): boolean {
    const { base, original, review } = this.#texts!;
    return this.#review === undefined && (base === original || review.problem !== undefined);
  }

  /** What the file would become. */
  async #after(): Promise<string> {
    if (this.#isUntouched) return this.#texts!.proposal.contents;
    return (await this.#current()).decide("undecided", "accepted").resultText();
  }

  #folder(): string {
    return this.#control.instance.folders[0] ?? this.#context.cwd;
  }

  async #showDifference(): Promise<void> {
    await this.#isStill();
    const { unifiedPatch } = await import("@idebridge/review");
    const { original, proposal } = this.#texts!;
    const path = shortPath(proposal.path, this.#folder());
    const lines = unifiedPatch(original ?? null, await this.#after(), { path })
      .trimEnd()
      .split("\n");
    const first = lines.findIndex((line) => line.startsWith("@@"));
    const head = lines.slice(0, first < 0 ? lines.length : first);
    for (const line of head) this.#asker.print(this.#style.dim(printable(line)));
    printDiff(lines.slice(head.length), this.#asker, this.#style);
  }

  /** True when the file is decided then. */
  async #eachHunk(): Promise<boolean> {
    await this.#isStill();
    let review: Review | undefined;
    for (;;) {
      const { problem } = this.#texts!.review;
      if (problem !== undefined) {
        this.#asker.print(`  ${printable(problem)}: it can only be decided as a whole.`);
        return false;
      }
      const isAgain = review !== undefined;
      review ??= await this.#current();
      const open = review.hunks.filter(({ decision }) => decision === "undecided");
      const asked = open.length > 0 || isAgain ? open : review.hunks;
      const decided = await askHunks(review, asked, this.#asker, this.#style);
      if (decided === undefined) return false;
      if (isRejected(decided)) {
        await this.#reject();
        return true;
      }
      if (await this.#isSameFile(decided)) {
        await this.#send(decided);
        return true;
      }
      review = decided.rebase(this.#texts!.original ?? "").review;
    }
  }

  async #edit(): Promise<void> {
    await this.#isStill();
    const { path } = this.#texts!.proposal;
    const text = await this.#after();
    const result = await this.#asker.suspended(() => openEditor({ path, text, line: 1 }, this.#context));
    if (result.outcome === "failed") return this.#asker.print(`  ${printable(result.message)}`);
    if (result.text !== text && this.#asker.isOver())
      return this.#asker.print(
        `  The review was over before you came back. Your text is in ${printable(result.file)}`,
      );
    const former = result.text === text ? result.file : this.#ownFile;
    if (former !== undefined) await forgetFile(former);
    if (result.text === text) return this.#asker.print("  Nothing was changed in the editor.");
    this.#ownFile = result.file;
    this.#review = (await this.#current()).decide("undecided", "accepted").editResult(result.text);
    await this.#tellDraft(this.#review);
    this.#asker.print("  Your text is what would be accepted now.");
  }

  /** What others decide from now on is about the text as edited here. */
  async #tellDraft(review: Review): Promise<void> {
    const { id, openedAt } = this.#pending;
    const draft = review.toJSON();
    this.#draft = JSON.stringify(draft);
    await this.#control.request("reviews/draft", { id, draft, openedAt });
  }
}

/** Not in the way of the agents whom this process may serve. */
async function compare(before: string, after: string, hunks: ReviewTexts["hunks"]): Promise<Review> {
  const { Comparer } = await import("../screen/diff/comparer.ts");
  const comparer = new Comparer();
  return comparer.now(before, after, hunks) ?? comparer.later(before, after);
}

function isRejected({ hunks }: Review): boolean {
  return hunks.length > 0 && hunks.every(({ decision }) => decision === "rejected");
}

function decidedSoFar({ total, accepted, edited, rejected }: Tally): string {
  if (accepted + rejected === 0) return "Nothing of it is decided elsewhere.";
  const how = edited === 0 ? "" : `, ${edited} of them edited`;
  const parts = `${accepted} of ${counted(total, "hunk")} accepted${how}, ${rejected} rejected`;
  return `Decided elsewhere so far: ${parts}. y accepts what is not rejected.`;
}

function meeting(conflicts: number): string {
  return conflicts === 1 ? "1 hunk meets that change" : `${conflicts} hunks meet that change`;
}

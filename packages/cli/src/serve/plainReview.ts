import type { AcceptedHunks, ControlClient, PendingReview, ReviewTexts } from "@idebridge/headless";
import type { Review } from "@idebridge/review";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { forgetFile, openEditor } from "../screen/diff/openEditor.ts";
import { type Style, styleFor } from "../style.ts";
import type { Asker } from "./plainFrontEnd.ts";
import { shortPath } from "./shortPath.ts";

/** Of a diff, on a terminal that keeps perhaps as many. */
const mostLines = 2_000;

const help = [
  "y  accept the file as it is proposed, or as you have edited it",
  "n  reject it",
  "m  reject it with a message for the log",
  "d  show the difference",
  "h  decide hunk by hunk",
  "e  edit the proposed text in your editor, then decide",
];

const hunkHelp = [
  "y  accept this hunk",
  "n  reject this hunk",
  "a  accept this one and all that follow",
  "r  reject this one and all that follow",
  "b  back to the hunk before",
  "q  decide nothing: back to the file",
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
  /** With what the user made of the proposal; there once it is wanted. */
  #review: Review | undefined;

  constructor(review: PendingReview, control: ControlClient, asker: Asker, context: Context) {
    this.#pending = review;
    this.#control = control;
    this.#asker = asker;
    this.#context = context;
    this.#style = styleFor(context);
  }

  async run(): Promise<void> {
    await this.#read();
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
      }
    }
  }

  /** False when it is not sent: there is something to look at first. */
  async #acceptFile(): Promise<boolean> {
    if (!(await this.#isStill())) return false;
    const { proposal, review, base, original } = this.#texts!;
    const isSame = base === original || review.problem !== undefined;
    if (isSame && this.#review === undefined) {
      await this.#accept(proposal.contents);
      return true;
    }
    const current = await this.#current();
    const conflicts = conflictsIn(current);
    if (conflicts > 0) {
      this.#asker.print(`  Not yet: ${meeting(conflicts)}: decide hunk by hunk, with h.`);
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
    this.#tooLate(await this.#control.request("reviews/decide", { id, decision, ...how }));
  }

  async #reject(message = ""): Promise<void> {
    const { id } = this.#pending;
    const said = message === "" ? {} : { message };
    const decision = { outcome: "rejected" } as const;
    this.#tooLate(await this.#control.request("reviews/decide", { id, decision, ...said }));
  }

  #tooLate(result: { outcome: string; by?: string }): void {
    if (result.outcome === "tooLate") {
      this.#asker.print(`Too late: ${printable(result.by ?? "somebody")} was faster.`);
    }
  }

  async #read(): Promise<ReviewTexts> {
    this.#texts = await this.#control.request("reviews/read", { id: this.#pending.id });
    return this.#texts;
  }

  /** False when the file has become another since the question was asked: that is said, and the question void. */
  async #isStill(decided?: Review): Promise<boolean> {
    const asked = this.#texts!;
    const { original, review } = await this.#read();
    if (original === asked.original && review.problem === asked.review.problem) return true;
    const name = shortPath(review.path, this.#folder());
    const current = review.problem === undefined ? (decided ?? (await this.#current())) : undefined;
    const conflicts = current ? conflictsIn(current.rebase(original ?? "").review) : 0;
    const what = conflicts === 0 ? "the hunks were moved to where they belong now" : meeting(conflicts);
    this.#asker.print(
      this.#style.yellow(`  ${name} has changed on disk: ${printable(review.problem ?? what)}. Look again.`),
    );
    return false;
  }

  /** The review for the file as it is now. */
  async #current(): Promise<Review> {
    const { base = "", original = "", proposal, hunks, review: pending } = this.#texts!;
    const review = this.#review ?? (await compare(base, proposal.contents, hunks));
    // What cannot be read is no text to carry anything over to.
    this.#review = pending.problem === undefined ? review.rebase(original).review : review;
    return this.#review;
  }

  /** What the file would become. */
  async #after(): Promise<string> {
    const { base, original, proposal, review } = this.#texts!;
    const isSame = base === original || review.problem !== undefined;
    if (isSame && this.#review === undefined) return proposal.contents;
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
    for (const line of lines.slice(0, mostLines)) this.#asker.print(this.#paint(line));
    if (lines.length > mostLines) this.#asker.print(`… and ${lines.length - mostLines} lines more`);
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
      review ??= (await this.#current()).decide("all", "undecided");
      const decided = await this.#askHunks(review);
      if (decided === undefined) return false;
      if (decided.hunks.every(({ decision }) => decision === "rejected")) {
        await this.#reject();
        return true;
      }
      if (await this.#isStill(decided)) {
        await this.#send(decided);
        return true;
      }
      review = decided.rebase(this.#texts!.original ?? "").review;
    }
  }

  /** Those without a decision, or once about all of them. `undefined` when the user went back. */
  async #askHunks(start: Review): Promise<Review | undefined> {
    let review = start;
    const asked = start.hunks.filter(({ decision }) => decision === "undecided").map(({ id }) => id);
    if (asked.length === 0) {
      const answer = await this.#asker.question("  send what you have decided? y, n, then Enter: ");
      return answer.toLowerCase() === "y" ? review : undefined;
    }
    for (let at = 0; at < asked.length; ) {
      const id = asked[at]!;
      this.#showHunk(review, id);
      const answer = await this.#asker.question("  accept this hunk? y, n, ? for more, then Enter: ");
      const rest = asked.slice(at);
      switch (answer.toLowerCase()) {
        case "y":
          review = review.decide(id, "accepted");
          at++;
          break;
        case "n":
          review = review.decide(id, "rejected");
          at++;
          break;
        case "a": {
          // What meets a change on disk is not accepted unseen.
          const next = rest.findIndex((each) => each !== id && review.hunk(each).conflict);
          const count = next < 0 ? rest.length : next;
          review = review.decide(rest.slice(0, count), "accepted");
          at += count;
          break;
        }
        case "r":
          return review.decide(rest, "rejected");
        case "b":
          at = Math.max(0, at - 1);
          break;
        case "q":
          return undefined;
        case "?":
          for (const line of hunkHelp) this.#asker.print(`  ${line}`);
      }
    }
    return review;
  }

  #showHunk(review: Review, id: number): void {
    const { before, after, edited, decision, conflict } = review.hunk(id);
    const { beforeLines, afterLines, hunks } = review;
    const was = decision === "undecided" ? "" : ` (${decision} so far)`;
    const met = conflict ? ", changed on disk here" : "";
    const at = hunks.findIndex((hunk) => hunk.id === id) + 1;
    this.#asker.print(
      this.#style.cyan(`hunk ${at} of ${hunks.length}, line ${before.start + 1}${met}${was}`),
    );
    const proposed = edited?.match(/[^\n]*\n|[^\n]+$/g) ?? afterLines.slice(after.start, after.end);
    const lines = [
      ...beforeLines.slice(before.start, before.end).map((line) => `-${line}`),
      ...proposed.map((line) => `+${line}`),
    ];
    for (const line of lines.slice(0, mostLines)) this.#asker.print(this.#paint(line.replace(/\n$/, "")));
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
    await forgetFile(result.file);
    if (result.text === text) return this.#asker.print("  Nothing was changed in the editor.");
    this.#review = (await this.#current()).decide("undecided", "accepted").editResult(result.text);
    this.#asker.print("  Your text is what would be accepted now.");
  }

  #paint(line: string): string {
    const { green, red, cyan, dim } = this.#style;
    const text = printable(line.replace(/\r$/, ""), { keepLines: true });
    if (/^(diff|index|---|\+\+\+|new file|deleted file)/.test(line)) return dim(text);
    if (line.startsWith("@@")) return cyan(text);
    if (line.startsWith("+")) return green(text);
    return line.startsWith("-") ? red(text) : text;
  }
}

/** Not in the way of the agents whom this process may serve. */
async function compare(before: string, after: string, hunks: ReviewTexts["hunks"]): Promise<Review> {
  const { Comparer } = await import("../screen/diff/comparer.ts");
  const comparer = new Comparer();
  return comparer.now(before, after, hunks) ?? comparer.later(before, after);
}

function conflictsIn({ hunks }: Review): number {
  return hunks.filter(({ conflict, decision }) => conflict && decision === "undecided").length;
}

function meeting(conflicts: number): string {
  return conflicts === 1 ? "1 hunk meets that change" : `${conflicts} hunks meet that change`;
}

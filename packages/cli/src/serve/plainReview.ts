import type { AcceptedHunks, ControlClient, PendingReview } from "@idebridge/headless";
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
  readonly #review: PendingReview;
  readonly #control: ControlClient;
  readonly #asker: Asker;
  readonly #context: Context;
  readonly #style: Style;
  /** What the user made of the proposal. */
  #edited: string | undefined;

  constructor(review: PendingReview, control: ControlClient, asker: Asker, context: Context) {
    this.#review = review;
    this.#control = control;
    this.#asker = asker;
    this.#context = context;
    this.#style = styleFor(context);
  }

  async run(): Promise<void> {
    for (;;) {
      const answer = await this.#asker.question(
        "  accept it? y, n, d for the diff, h for hunks, ? for more, then Enter: ",
      );
      switch (answer.toLowerCase()) {
        case "y":
        case "yes":
          return this.#accept((await this.#texts()).after);
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

  async #accept(contents: string, hunks?: AcceptedHunks): Promise<void> {
    const { id } = this.#review;
    const decision = { outcome: "accepted", contents } as const;
    const how = hunks ? { hunks } : {};
    this.#tooLate(await this.#control.request("reviews/decide", { id, decision, ...how }));
  }

  async #reject(message = ""): Promise<void> {
    const { id } = this.#review;
    const said = message === "" ? {} : { message };
    const decision = { outcome: "rejected" } as const;
    this.#tooLate(await this.#control.request("reviews/decide", { id, decision, ...said }));
  }

  #tooLate(result: { outcome: string; by?: string }): void {
    if (result.outcome === "tooLate") {
      this.#asker.print(`Too late: ${printable(result.by ?? "somebody")} was faster.`);
    }
  }

  /** The file as it is now, and what it would become. */
  async #texts() {
    const { proposal, original } = await this.#control.request("reviews/read", { id: this.#review.id });
    return { before: original, after: this.#edited ?? proposal.contents, path: proposal.path };
  }

  async #showDifference(): Promise<void> {
    const [{ unifiedPatch }, { before, after, path }] = await Promise.all([
      import("@idebridge/review"),
      this.#texts(),
    ]);
    const folder = this.#control.instance.folders[0] ?? this.#context.cwd;
    const patch = unifiedPatch(before ?? null, after, { path: shortPath(path, folder) });
    const lines = patch.trimEnd().split("\n");
    for (const line of lines.slice(0, mostLines)) this.#asker.print(this.#paint(line));
    if (lines.length > mostLines) this.#asker.print(`… and ${lines.length - mostLines} lines more`);
  }

  /** True when the file is decided then. */
  async #eachHunk(): Promise<boolean> {
    if (this.#review.problem !== undefined) {
      this.#asker.print(`  ${printable(this.#review.problem)}: it can only be decided as a whole.`);
      return false;
    }
    const [{ Review }, { before, after }] = await Promise.all([import("@idebridge/review"), this.#texts()]);
    const decided = await this.#askHunks(Review.start(before ?? "", after));
    if (decided === undefined) return false;
    const accepted = decided.hunks.filter(({ decision }) => decision === "accepted").length;
    if (accepted === 0) await this.#reject();
    else await this.#accept(decided.finalText(), this.#acceptedOf(accepted, decided.hunks.length));
    return true;
  }

  /** Those of a text that was edited are not those of the proposal. */
  #acceptedOf(accepted: number, total: number): AcceptedHunks | undefined {
    return this.#edited === undefined ? { accepted, total, edited: 0 } : undefined;
  }

  /** `undefined` when the user went back. */
  async #askHunks(start: Review): Promise<Review | undefined> {
    let review = start;
    const { length } = start.hunks;
    for (let at = 0; at < length; ) {
      const { id } = review.hunks[at]!;
      this.#showHunk(review, at);
      const answer = await this.#asker.question("  accept this hunk? y, n, ? for more, then Enter: ");
      const rest = review.hunks.slice(at).map((hunk) => hunk.id);
      switch (answer.toLowerCase()) {
        case "y":
          review = review.decide(id, "accepted");
          at++;
          break;
        case "n":
          review = review.decide(id, "rejected");
          at++;
          break;
        case "a":
          return review.decide(rest, "accepted");
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

  #showHunk(review: Review, at: number): void {
    const { before, after, decision } = review.hunks[at]!;
    const { beforeLines, afterLines, hunks } = review;
    const was = decision === "undecided" ? "" : ` (${decision} so far)`;
    this.#asker.print(this.#style.cyan(`hunk ${at + 1} of ${hunks.length}, line ${before.start + 1}${was}`));
    const lines = [
      ...beforeLines.slice(before.start, before.end).map((line) => `-${line}`),
      ...afterLines.slice(after.start, after.end).map((line) => `+${line}`),
    ];
    for (const line of lines.slice(0, mostLines)) this.#asker.print(this.#paint(line.replace(/\n$/, "")));
  }

  async #edit(): Promise<void> {
    const { after, path } = await this.#texts();
    const result = await this.#asker.suspended(() =>
      openEditor({ path, text: after, line: 1 }, this.#context),
    );
    if (result.outcome === "failed") return this.#asker.print(`  ${printable(result.message)}`);
    await forgetFile(result.file);
    const isSame = result.text === after;
    if (!isSame) this.#edited = result.text;
    this.#asker.print(
      isSame ? "  Nothing was changed in the editor." : "  Your text is what would be accepted now.",
    );
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

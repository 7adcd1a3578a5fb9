import { lineContent, type Review, type ReviewHunk, splitLines } from "@idebridge/review";
import type { Style } from "../style.ts";
import type { Asker } from "./asker.ts";
import { printDiff } from "./printDiff.ts";
import { sayUnknown } from "./sayUnknown.ts";

const help = [
  "y  accept this hunk",
  "n  reject this hunk",
  "a  accept this one and all that follow",
  "r  reject this one and all that follow",
  "b  back to the hunk before",
  "q  decide nothing: back to the file",
];

/** Asks about these hunks, or once about what is decided when there are none. `undefined` when the user went back. */
export async function askHunks(
  start: Review,
  asked: readonly ReviewHunk[],
  asker: Asker,
  style: Style,
): Promise<Review | undefined> {
  if (asked.length === 0) {
    const answer = await asker.question("  send what you have decided? y, n, then Enter: ");
    return answer.toLowerCase() === "y" ? start : undefined;
  }
  let review = start;
  // The others are passed on the way, and can be gone back to.
  const ids = start.hunks.map(({ id }) => id);
  const wanted = new Set(asked.map(({ id }) => id));
  const next = (from: number) => {
    const at = ids.findIndex((id, index) => index >= from && wanted.has(id));
    return at < 0 ? ids.length : at;
  };
  for (let at = next(0); at < ids.length; ) {
    const id = ids[at]!;
    showHunk(review, id, asker, style);
    const answer = await asker.question("  accept this hunk? y, n, ? for more, then Enter: ");
    const rest = ids.slice(at).filter((each) => each === id || wanted.has(each));
    switch (answer.toLowerCase()) {
      case "y":
        review = review.decide(id, "accepted");
        at = next(at + 1);
        break;
      case "n":
        review = review.decide(id, "rejected");
        at = next(at + 1);
        break;
      case "a": {
        // What meets a change on disk is not accepted unseen.
        const met = rest.find((each) => each !== id && review.hunk(each).conflict);
        const taken = met === undefined ? rest : rest.slice(0, rest.indexOf(met));
        review = review.decide(taken, "accepted");
        at = met === undefined ? ids.length : ids.indexOf(met);
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
        for (const line of help) asker.print(`  ${line}`);
        break;
      default:
        sayUnknown(answer, asker);
    }
  }
  return review;
}

function showHunk(review: Review, id: number, asker: Asker, style: Style): void {
  const { before, after, edited, decision, conflict } = review.hunk(id);
  const { beforeLines, afterLines, hunks } = review;
  const was = decision === "undecided" ? "" : ` (${decision} so far)`;
  const met = conflict ? ", changed on disk here" : "";
  const at = hunks.findIndex((hunk) => hunk.id === id) + 1;
  asker.print(style.cyan(`hunk ${at} of ${hunks.length}, line ${before.start + 1}${met}${was}`));
  const proposed = edited === undefined ? afterLines.slice(after.start, after.end) : splitLines(edited);
  const lines = [
    ...beforeLines.slice(before.start, before.end).map((line) => `-${lineContent(line)}`),
    ...proposed.map((line) => `+${lineContent(line)}`),
  ];
  printDiff(lines, asker, style);
}

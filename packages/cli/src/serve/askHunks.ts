import type { Review } from "@idebridge/review";
import type { Style } from "../style.ts";
import type { Asker } from "./asker.ts";
import { printDiff } from "./printDiff.ts";

const help = [
  "y  accept this hunk",
  "n  reject this hunk",
  "a  accept this one and all that follow",
  "r  reject this one and all that follow",
  "b  back to the hunk before",
  "q  decide nothing: back to the file",
];

/** About those without a decision, or once about all of them. `undefined` when the user went back. */
export async function askHunks(start: Review, asker: Asker, style: Style): Promise<Review | undefined> {
  let review = start;
  const asked = start.hunks.filter(({ decision }) => decision === "undecided").map(({ id }) => id);
  if (asked.length === 0) {
    const answer = await asker.question("  send what you have decided? y, n, then Enter: ");
    return answer.toLowerCase() === "y" ? review : undefined;
  }
  for (let at = 0; at < asked.length; ) {
    const id = asked[at]!;
    showHunk(review, id, asker, style);
    const answer = await asker.question("  accept this hunk? y, n, ? for more, then Enter: ");
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
        for (const line of help) asker.print(`  ${line}`);
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
  const proposed = edited?.match(/[^\n]*\n|[^\n]+$/g) ?? afterLines.slice(after.start, after.end);
  const lines = [
    ...beforeLines.slice(before.start, before.end).map((line) => `-${line}`),
    ...proposed.map((line) => `+${line}`),
  ].map((line) => line.replace(/\n$/, ""));
  printDiff(lines, asker, style);
}

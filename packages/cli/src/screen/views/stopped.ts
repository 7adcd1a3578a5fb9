import type { Row } from "../../terminal/row.ts";
import type { ScreenState } from "../screenState.ts";

/** The idebridge is gone: for a page that has nothing else to show. */
export const stoppedRows: readonly Row[] = [
  [{ text: "idebridge has stopped.", style: { bold: true } }],
  [{ text: "This screen connects again as soon as one runs for this folder.", style: { fg: "muted" } }],
  [
    { text: "In another terminal, in the same folder: ", style: { fg: "muted" } },
    { text: "idebridge", style: { bold: true } },
  ],
];

/** For the others, one line. What to do comes first: a small screen shows no more. */
export function stoppedHint({ connection, diff, page, reviews, code }: ScreenState): string | undefined {
  const isTold = page === "status" || (page === "inbox" && reviews.length + code.length === 0);
  if (connection !== "lost" || (isTold && !diff)) return undefined;
  return "Start one for this folder: idebridge. This screen connects again by itself";
}

/** In answer to a key. */
export const notWhileStopped = "Not now: idebridge has stopped. Start one for this folder: idebridge";

/** In answer to what was asked of it in its last moment. */
export const stoppedMeanwhile =
  "idebridge has stopped before it answered. Start one for this folder: idebridge";

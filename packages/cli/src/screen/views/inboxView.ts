import type { PendingReview } from "@idebridge/headless";
import { isAgent } from "../../serve/isAgent.ts";
import { shortPath } from "../../serve/shortPath.ts";
import type { Row } from "../../terminal/row.ts";
import { padTo, widthOf } from "../../terminal/textWidth.ts";
import { bodyRows, clamp } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf } from "../step.ts";
import { listRows, messageRows, shortenPath, timeOf } from "./listRows.ts";
import { stoppedRows } from "./stopped.ts";

/** Every change that waits for a decision. */
export function inboxView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  const { reviews, size } = state;
  if (reviews.length === 0)
    return { rows: messageRows(emptyInbox(state), { rows: bodyRows(size) }), hits: [] };
  const folder = folderOf(state);
  const paths = reviews.map(({ path }) => shortPath(path, folder));
  const width = clamp(Math.max(...paths.map(widthOf)), 10, Math.max(10, size.columns - 40));
  const widths = {
    path: width,
    size: Math.max(7, ...reviews.flatMap(sizeOf).map((text) => widthOf(text) + 1)),
  };
  return listRows(state, reviews.length, (index) =>
    reviewRow(reviews[index]!, paths[index]!, widths, folder),
  );
}

/** How many lines come, and how many go. */
function sizeOf({ added, removed, isRough, problem }: PendingReview): readonly [string, string] {
  const about = isRough ? "~" : "";
  return problem === undefined ? [`${about}+${added}`, `${about}−${removed}`] : ["", ""];
}

interface Widths {
  readonly path: number;
  readonly size: number;
}

function reviewRow(review: PendingReview, path: string, widths: Widths, folder: string): Row {
  const { client, isNewFile, openedAt, problem } = review;
  const where = client.folders.find((each) => each !== folder);
  const who = `${client.name}${where === undefined ? "" : ` in ${shortPath(where, folder)}`}`;
  const [added, removed] = sizeOf(review);
  return [
    { text: isNewFile ? "new  " : "     ", style: { fg: "accent" } },
    { text: padTo(shortenPath(path, widths.path), widths.path), style: { bold: true } },
    { text: padTo(added, widths.size, "right"), style: { fg: "added" } },
    { text: padTo(removed, widths.size, "right"), style: { fg: "removed" } },
    { text: `  ${timeOf(openedAt)}  `, style: { fg: "muted" } },
    { text: who },
    ...(problem === undefined
      ? []
      : [{ text: `  ${problem.replaceAll(review.path, "It")}`, style: { fg: "warning" } as const }]),
  ];
}

function emptyInbox({ status, connection, options }: ScreenState): readonly Row[] {
  if (connection === "lost") return stoppedRows;
  const hasAgent = status.clients.some(isAgent);
  const folders = status.folders.join(", ");
  return [
    [{ text: "No change waits for a decision.", style: { bold: true } }],
    [],
    [
      {
        text: `${status.name} serves ${folders} on port ${status.port} (${status.dialect})`,
        style: { fg: "muted" },
      },
    ],
    ...(hasAgent
      ? [[{ text: "What an agent proposes appears here by itself.", style: { fg: "muted" } as const }]]
      : [
          [
            { text: "In another terminal, in the same folder: ", style: { fg: "muted" } as const },
            { text: "claude --ide", style: { bold: true } },
          ],
        ]),
    [],
    [{ text: emptyHint(options), style: { fg: "muted" } }],
  ];
}

function emptyHint({ keys }: ScreenState["options"]): string {
  const [help, status] = [keys.keyOf("help"), keys.keyOf("status")];
  const more = status === "" ? "" : `${status} shows agents and language servers, `;
  return `${more}${help} shows the keys`;
}

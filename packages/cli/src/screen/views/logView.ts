import { eventLine } from "../../serve/eventLine.ts";
import { shortPath } from "../../serve/shortPath.ts";
import { styleFor } from "../../style.ts";
import type { Row, SpanStyle } from "../../terminal/row.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { LogEntry, ScreenState } from "../screenState.ts";
import { listRows, messageRows, timeOf } from "./listRows.ts";

const plain = styleFor({ colour: false });

/** What has happened, the newest first. */
export function logView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  const { log, size, status } = state;
  if (log.length === 0) {
    const rows: Row[] = [[{ text: "Nothing has happened yet.", style: { bold: true } }]];
    return { rows: messageRows(rows, { rows: bodyRows(size) }), hits: [] };
  }
  const folder = status.folders[0] ?? "/";
  return listRows(state, log.length, (index) => [
    { text: `${timeOf(log[index]!.at)}  `, style: { fg: "muted" } },
    { text: lineOf(log[index]!, folder), style: styleOf(log[index]!) },
  ]);
}

function lineOf({ event, review }: LogEntry, folder: string): string {
  const line = (eventLine(event, folder, plain) ?? "").trimStart();
  return review === undefined
    ? line
    : line.replace(`#${review.id}`, `${shortPath(review.path, folder)} #${review.id}`);
}

function styleOf({ event }: LogEntry): SpanStyle {
  switch (event.type) {
    case "reviewOpened":
    case "changesChanged":
      return { fg: "accent" };
    case "reviewClosed":
      return event.outcome === "withdrawn" ? {} : { fg: event.outcome === "accepted" ? "success" : "error" };
    case "refused":
      return { fg: "error" };
    case "warning":
    case "sharingChanged":
      return { fg: "warning" };
    case "toolCalled":
      return { fg: "muted" };
    default:
      return {};
  }
}

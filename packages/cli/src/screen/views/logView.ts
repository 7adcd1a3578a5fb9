import type { Row, SpanStyle } from "../../terminal/row.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { LogEntry, ScreenState } from "../screenState.ts";
import { listRows, messageRows, timeOf } from "./listRows.ts";

/** What has happened, the newest first. */
export function logView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  const { log, size } = state;
  if (log.length === 0) {
    const rows: Row[] = [[{ text: "Nothing has happened yet.", style: { bold: true } }]];
    return { rows: messageRows(rows, { rows: bodyRows(size) }), hits: [] };
  }
  return listRows(state, log.length, (index) => [
    { text: `${timeOf(log[index]!.at)}  `, style: { fg: "muted" } },
    { text: log[index]!.text, style: styleOf(log[index]!) },
  ]);
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

import type { Row, SpanStyle } from "../../terminal/row.ts";
import { wrapText } from "../../terminal/wrapText.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { LogEntry, ScreenState } from "../screenState.ts";
import { messageRows, rowsInSight, timeOf } from "./listRows.ts";

/** What has happened, the newest first. */
export function logView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  const { log, size } = state;
  if (log.length === 0) {
    const rows: Row[] = [[{ text: "Nothing has happened yet.", style: { bold: true } }]];
    return { rows: messageRows(rows, { rows: bodyRows(size) }), hits: [] };
  }
  return { rows: rowsInSight(state, logRows(state)), hits: [] };
}

const known = new WeakMap<LogEntry, { readonly columns: number; readonly rows: readonly Row[] }>();

/** All of them, long ones wrapped. */
export function logRows({ log, size }: Pick<ScreenState, "log" | "size">): readonly Row[] {
  return log.flatMap((entry) => entryRows(entry, size.columns));
}

/** Made once for each width: all are counted whenever the page scrolls. */
export function entryRows(entry: LogEntry, columns: number): readonly Row[] {
  const last = known.get(entry);
  if (last?.columns === columns) return last.rows;
  const time = `  ${timeOf(entry.at)}  `;
  const rows = wrapText(entry.text, Math.max(16, columns - time.length)).map(
    (text, index): Row => [
      { text: index === 0 ? time : " ".repeat(time.length), style: { fg: "muted" } },
      { text, style: styleOf(entry) },
    ],
  );
  known.set(entry, { columns, rows });
  return rows;
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

import type { Row } from "../terminal/row.ts";
import { bodyRows, smallestSize } from "./diff/diffGeometry.ts";
import type { Colours } from "./diff/diffRows.ts";
import { type ActiveRow, type Frame, type HitArea, RowBuilder } from "./frame.ts";
import type { ScreenState } from "./screenState.ts";
import { shownCode } from "./updates/updateCode.ts";
import { steadyAt } from "./updates/updateList.ts";
import { changesView } from "./views/changesView.ts";
import { codeHeading, codeView } from "./views/codeView.ts";
import { diffHeading, diffView } from "./views/diffView.ts";
import { footer, noticeLine } from "./views/footer.ts";
import { helpRows } from "./views/helpView.ts";
import { inboxView } from "./views/inboxView.ts";
import { moreBelow } from "./views/listRows.ts";
import { logRows, logView } from "./views/logView.ts";
import { statusBar } from "./views/statusBar.ts";
import { statusRows, statusView } from "./views/statusView.ts";

/** The first row of the body, below the status and the heading. */
const bodyStart = 2;

/** What the screen looks like. Costs the same for a short file and for a long one. */
export function view(state: ScreenState, colours: Colours): Frame {
  const { columns, rows } = state.size;
  if (columns < smallestSize.columns || rows < smallestSize.rows) return tooSmall(state);
  const height = bodyRows(state.size);
  const body = bodyOf(state, colours);
  const filled = Array.from({ length: height }, (_, row): Row => body.rows[row] ?? []);
  const told = noticeLine(state);
  const lines: readonly (readonly [number, ActiveRow])[] = [
    [0, statusBar(state)],
    [1, heading(state)],
    [rows - 2, told],
    [rows - 1, footer(state)],
  ];
  const hits: HitArea[] = body.hits.map((hit) => ({ ...hit, row: hit.row + bodyStart }));
  for (const [row, line] of lines) hits.push(...line.hits.map((hit) => ({ ...hit, row })));
  return {
    rows: [lines[0]![1].row, lines[1]![1].row, ...filled, told.row, lines[3]![1].row],
    hits,
    ...(told.cursor !== undefined && { cursor: { column: told.cursor, row: rows - 2 } }),
  };
}

function bodyOf(state: ScreenState, colours: Colours): Pick<Frame, "rows" | "hits"> {
  const { helpTop, diff, page, options, size } = state;
  if (helpTop !== undefined) return { rows: helpRows(options.keys, size).slice(helpTop), hits: [] };
  if (diff) return diffView(state, diff, colours);
  const code = shownCode(state);
  if (code) return codeView(state, code);
  if (page === "inbox") return inboxView(state);
  if (page === "changes") return changesView(state);
  return page === "log" ? logView(state) : statusView(state);
}

function heading(state: ScreenState): ActiveRow {
  if (state.helpTop !== undefined) return new RowBuilder().add(" Keys", { bold: true }).end();
  if (state.diff) return diffHeading(state, state.diff);
  const code = shownCode(state);
  if (code) return codeHeading(state, code);
  if (state.page === "status") return moreBelow(state, statusRows(state));
  if (state.page === "log") return moreBelow(state, logRows(state));
  // Decisions in the list count again when this has gone.
  const isNew = state.page === "changes" && state.now < steadyAt(state);
  return new RowBuilder().add(isNew ? " just changed" : "", { fg: "muted" }).end();
}

function tooSmall({ size }: ScreenState): Frame {
  const { columns, rows } = smallestSize;
  const lines = [`Too small: ${size.columns}×${size.rows}`, `At least ${columns}×${rows} is needed`];
  return { rows: lines.map((text) => [{ text }]), hits: [] };
}

import { shortPath } from "../../serve/shortPath.ts";
import { widthOf } from "../../terminal/textWidth.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import { type Colours, diffRows } from "../diff/diffRows.ts";
import { pathOf } from "../diff/openDiff.ts";
import { tallyOf } from "../diff/tally.ts";
import { type ActiveRow, type Frame, type HitArea, RowBuilder } from "../frame.ts";
import type { OpenDiff, ScreenState } from "../screenState.ts";
import { folderOf } from "../step.ts";
import { messageRows, shortenPath } from "./listRows.ts";

/** The heading of a diff: which file, how much of it, whose, and how far the user is. */
export function diffHeading(state: ScreenState, diff: OpenDiff): ActiveRow {
  const { subject, content } = diff;
  const { columns } = state.size;
  const folder = folderOf(state);
  const told = subject.kind === "review" ? subject.review : subject.change;
  // The hunks know better: they follow what the user edits, and the file on disk.
  const { added, removed } = content.kind === "ready" ? tallyOf(content.review) : told;
  const about = content.kind !== "ready" && subject.kind === "review" && subject.review.isRough ? "~" : "";
  const who = subject.kind === "review" ? subject.review.client.name : "";
  const isNewFile = subject.kind === "review" && subject.review.isNewFile;
  const right = `${state.now < diff.armedAt ? "just appeared  " : ""}${progress(diff)}`;
  const details = new RowBuilder();
  if (isNewFile) details.add("new ", { fg: "accent" });
  if (content.kind !== "opaque")
    details.add(`${about}+${added} `, { fg: "added" }).add(`${about}−${removed} `, { fg: "removed" });
  const room = columns - widthOf(right) - details.width - 4;
  const path = shortenPath(shortPath(pathOf(subject), folder), Math.max(8, room));
  const row = new RowBuilder().add(` ${path} `, { bold: true }).addSpans(details.end().row);
  if (row.width + widthOf(who) + widthOf(right) + 4 < columns) row.add(` ${who}`, { fg: "muted" });
  const gap = columns - row.width - widthOf(right) - 1;
  if (gap > 0) row.add(" ".repeat(gap)).add(right, { fg: "muted" });
  return row.end();
}

function progress(diff: OpenDiff): string {
  const { content, shown, cursor } = diff;
  const name = { difference: "", old: "old text", new: "new text", result: "result" }[shown];
  if (content.kind === "reading") return "reading…";
  if (content.kind === "comparing") return "comparing…";
  if (content.kind === "opaque") return name;
  const tally = tallyOf(content.review);
  const at = content.items.hunkAt(cursor);
  const parts = [
    name,
    at === undefined ? "no difference" : `hunk ${at + 1}/${tally.total}`,
    tally.accepted > 0 ? `✓${tally.accepted}` : "",
    tally.rejected > 0 ? `✗${tally.rejected}` : "",
    tally.conflicts > 0 ? `!${tally.conflicts}` : "",
  ];
  return parts.filter((part) => part !== "").join("  ");
}

export function diffView(state: ScreenState, diff: OpenDiff, colours: Colours): Pick<Frame, "rows" | "hits"> {
  const { content } = diff;
  const size = { columns: state.size.columns, rows: bodyRows(state.size) };
  if (content.kind === "reading") return { rows: [], hits: [] };
  if (content.kind === "opaque" && (content.proposed === undefined || content.proposed === "")) {
    return { rows: messageRows([[{ text: content.why, style: { bold: true } }]], size), hits: [] };
  }
  if (content.items.count === 0) {
    const isEmpty = diff.shown !== "difference";
    const text = isEmpty ? "This text is empty." : "Nothing is different: both texts are empty.";
    return { rows: messageRows([[{ text, style: { fg: "muted" } }]], size), hits: [] };
  }
  const why =
    content.kind === "opaque"
      ? [[{ text: ` ${content.why}`, style: { fg: "warning", bold: true } as const }]]
      : [];
  const { rows, items } = diffRows(diff, content.items, { ...size, rows: size.rows - why.length }, colours);
  const hits = items.flatMap((index, row): HitArea[] => [
    { row: row + why.length, from: 0, to: 2, hit: { kind: "item", index, isMark: true } },
    { row: row + why.length, from: 2, to: size.columns, hit: { kind: "item", index, isMark: false } },
  ]);
  return { rows: [...why, ...rows], hits };
}

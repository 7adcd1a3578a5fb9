import { type StatusLine, statusSections, toneMarks } from "../../serve/statusSections.ts";
import type { Row, TextColour } from "../../terminal/row.ts";
import { padTo, widthOf } from "../../terminal/textWidth.ts";
import { wrapText } from "../../terminal/wrapText.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { ScreenState } from "../screenState.ts";
import { messageRows, rowsInSight } from "./listRows.ts";
import { stoppedRows } from "./stopped.ts";

/** How things are: who is connected, what they are told, who finds problems, and who could. */
export function statusView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  return { rows: rowsInSight(state, statusRows(state)), hits: [] };
}

const known = new WeakMap<ScreenState["status"], { readonly key: string; readonly rows: readonly Row[] }>();

/** Made once for each status, width and who asks: it is looked at in every frame, and counted for scrolling. */
export function statusRows({ status, knowsServers, size, reviews, connection }: ScreenState): readonly Row[] {
  if (connection === "lost") return messageRows(stoppedRows, { rows: bodyRows(size) });
  const asking = reviews.map(({ client }) => client.id);
  const key = `${size.columns}×${size.rows} ${knowsServers} ${[...new Set(asking)]}`;
  const last = known.get(status);
  if (last?.key === key) return last.rows;
  const sections = statusSections(status, knowsServers ? status.languageServers : undefined, reviews);
  const names = sections.flatMap(({ lines }) => lines.map(({ name }) => widthOf(name)));
  const width = Math.max(...names.filter((each) => each <= widestName));
  const blocks = sections.map(({ title, lines }): readonly Row[] => [
    [{ text: `  ${title}`, style: { bold: true, fg: "accent" } }],
    ...lines.flatMap((line) => lineRows(line, width, size.columns)),
  ]);
  const airy = blocks.flatMap((block, index) => (index === 0 ? block : [[], ...block]));
  const rows = airy.length <= bodyRows(size) ? airy : blocks.flat();
  known.set(status, { key, rows });
  return rows;
}

/** Names that are longer stand in a row of their own. */
const widestName = 24;

const markColours: Readonly<Record<StatusLine["tone"], TextColour>> = {
  good: "success",
  busy: "warning",
  bad: "error",
  off: "muted",
};

function lineRows({ tone, name, text, note }: StatusLine, nameWidth: number, columns: number): Row[] {
  const indent = nameWidth + 7;
  const room = Math.max(16, columns - indent - 1);
  const isLong = widthOf(name) > nameWidth;
  const start: Row = [
    { text: `  ${toneMarks[tone]} `, style: { fg: markColours[tone], bold: true } },
    { text: isLong ? name : padTo(name, nameWidth), style: { bold: true } },
  ];
  const [first = "", ...rest] = wrapText(text, room);
  const below = (text: string, fg?: TextColour): Row => [
    { text: " ".repeat(indent) + text, style: fg ? { fg } : {} },
  ];
  return [
    ...(isLong ? [start, below(first)] : [[...start, { text: `   ${first}` }]]),
    ...rest.map((part) => below(part)),
    ...(note === undefined ? [] : wrapText(note, room).map((part) => below(part, noteColour(tone)))),
  ];
}

function noteColour(tone: StatusLine["tone"]): TextColour {
  return tone === "bad" ? "warning" : "muted";
}

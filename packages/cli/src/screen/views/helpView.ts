import type { Size } from "../../terminal/grid.ts";
import type { Row } from "../../terminal/row.ts";
import { padTo, widthOf } from "../../terminal/textWidth.ts";
import { wrapText } from "../../terminal/wrapText.ts";
import { type KeyBindings, keyLabel } from "../keys/keyBindings.ts";
import { type Action, actionOf, actions, type KeyPlace } from "../keys/keyTable.ts";

const titles: Readonly<Record<KeyPlace, string>> = {
  diff: "In a review or a change",
  search: "While searching",
  list: "In a list",
  anywhere: "Everywhere",
};

/** From this many columns on, the help stands in two. */
const twoColumnsFrom = 120;

/** All keys as they are for this user, in the order of the table. */
export function helpRows(keys: KeyBindings, { columns }: Size): readonly Row[] {
  const isWide = columns >= twoColumnsFrom;
  const half = Math.floor(columns / 2);
  const width = isWide ? half - 1 : columns;
  const diff = [...group("diff", keys, width), [], ...group("search", keys, width)];
  const others = [...group("anywhere", keys, width), [], ...group("list", keys, width), [], ...marks(width)];
  if (!isWide) return [...diff, [], ...others];
  return Array.from({ length: Math.max(diff.length, others.length) }, (_, index) => {
    const left = diff[index] ?? [];
    const width = left.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [...left, { text: " ".repeat(Math.max(1, half - width)) }, ...(others[index] ?? [])];
  });
}

const marks = (width: number): readonly Row[] => [
  [{ text: "  Marks", style: { bold: true, fg: "accent" } }],
  [
    { text: "  ·", style: { bold: true } },
    { text: " undecided   " },
    { text: "✓", style: { fg: "success", bold: true } },
    { text: " accepted   " },
    { text: "✎", style: { fg: "success", bold: true } },
    { text: " accepted, edited by you" },
  ],
  [
    { text: "  ✗", style: { fg: "error", bold: true } },
    { text: " rejected    " },
    { text: "!", style: { fg: "warning", bold: true } },
    { text: " the file has changed there: decide again" },
  ],
  ...wrapText(mouse, width - 2).map((text): Row => [{ text: `  ${text}`, style: { fg: "muted" } }]),
];

const mouse = "The mouse selects, unfolds, and presses what the last line shows; a click on a mark decides.";

function group(place: KeyPlace, keys: KeyBindings, width: number): Row[] {
  const rows = actions
    .filter((action) => actionOf(action).place === place && keys.keysOf(action).length > 0)
    .flatMap((action) => actionRows(action, keys, width));
  return [[{ text: `  ${titles[place]}`, style: { bold: true, fg: "accent" } }], ...rows];
}

const keyColumns = 14;

function actionRows(action: Action, keys: KeyBindings, width: number): Row[] {
  const shown = keys.keysOf(action).map(keyLabel).join("  ");
  return wrapText(actionOf(action).does, width - keyColumns - 3).map((text, index) => [
    { text: `  ${padTo(index === 0 ? shown : "", keyColumns)} `, style: { bold: true } },
    { text },
  ]);
}

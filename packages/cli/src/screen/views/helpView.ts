import type { Size } from "../../terminal/grid.ts";
import type { Row } from "../../terminal/row.ts";
import { padTo, widthOf } from "../../terminal/textWidth.ts";
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
  const diff = [...group("diff", keys), [], ...group("search", keys)];
  const others = [...group("anywhere", keys), [], ...group("list", keys), [], ...marks];
  if (columns < twoColumnsFrom) return [...diff, [], ...others];
  const half = Math.floor(columns / 2);
  return Array.from({ length: Math.max(diff.length, others.length) }, (_, index) => {
    const left = diff[index] ?? [];
    const width = left.reduce((sum, { text }) => sum + widthOf(text), 0);
    return [...left, { text: " ".repeat(Math.max(1, half - width)) }, ...(others[index] ?? [])];
  });
}

const marks: readonly Row[] = [
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
  [
    {
      text: "  The mouse selects, unfolds, and presses what the last line shows; a click on a mark decides.",
      style: { fg: "muted" },
    },
  ],
];

function group(place: KeyPlace, keys: KeyBindings): Row[] {
  const rows = actions
    .filter((action) => actionOf(action).place === place && keys.keysOf(action).length > 0)
    .map((action) => helpRow(action, keys));
  return [[{ text: `  ${titles[place]}`, style: { bold: true, fg: "accent" } }], ...rows];
}

function helpRow(action: Action, keys: KeyBindings): Row {
  const shown = keys.keysOf(action).map(keyLabel).join("  ");
  return [{ text: `  ${padTo(shown, 14)} `, style: { bold: true } }, { text: actionOf(action).does }];
}

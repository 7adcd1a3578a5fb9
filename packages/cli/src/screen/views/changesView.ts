import { counted, type FileChange, hasCountedLines, isUnannounced } from "@idebridge/headless";
import { shortPath } from "../../serve/shortPath.ts";
import type { Row } from "../../terminal/row.ts";
import { padTo, widthOf } from "../../terminal/textWidth.ts";
import { bodyRows, clamp } from "../diff/diffGeometry.ts";
import type { Frame } from "../frame.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf } from "../step.ts";
import { type ChangeLine, changeLines, isOpen } from "./changeLines.ts";
import { listRows, messageRows, shortenPath, timeOf } from "./listRows.ts";

/** What agents wrote without asking, prompt by prompt. */
export function changesView(state: ScreenState): Pick<Frame, "rows" | "hits"> {
  const { prompts, size } = state;
  const lines = changeLines(prompts);
  if (lines.length === 0) return { rows: messageRows(noChanges, { rows: bodyRows(size) }), hits: [] };
  const folder = folderOf(state);
  const { top } = state.lists.changes;
  const shown = lines.slice(top, top + bodyRows(size));
  const widths = shown.map((line) => (line.kind === "file" ? widthOf(shortPath(line.file.path, folder)) : 0));
  const width = clamp(Math.max(...widths), 10, Math.max(10, size.columns - 40));
  return listRows(state, lines.length, (index) => lineRow(lines[index]!, width, folder));
}

const noChanges: readonly Row[] = [
  [{ text: "No agent has written anything here without asking.", style: { bold: true } }],
  [],
  [
    {
      text: "What one writes in its auto or accept-edits mode appears here while it works.",
      style: { fg: "muted" },
    },
  ],
];

function lineRow(line: ChangeLine, width: number, folder: string): Row {
  if (line.kind === "note") return [{ text: `    ${line.note}`, style: { fg: "muted" } }];
  if (line.kind === "file") return fileRow(line.file, width, folder);
  const { client, startedAt, files } = line.prompt;
  const open = files.filter(isOpen).length;
  return [
    { text: `${client.name} ${client.version}`.trim(), style: { bold: true } },
    { text: `  ${timeOf(startedAt)}  ${counted(files.length, "file")}`, style: { fg: "muted" } },
    { text: open > 0 ? `  ${open} to look at` : "", style: { fg: "warning" } },
  ];
}

const marks = { created: "A", modified: "M", deleted: "D" } as const;
const states = {
  unseen: "",
  kept: "kept",
  reverted: "taken back",
  partlyReverted: "partly taken back",
} as const;

function fileRow(file: FileChange, width: number, folder: string): Row {
  const isNew = isOpen(file);
  return [
    { text: isNew ? "  ● " : "    ", style: { fg: "warning" } },
    { text: `${marks[file.kind] ?? "?"} `, style: { fg: "accent" } },
    {
      text: padTo(shortenPath(shortPath(file.path, folder), width), width),
      style: { bold: isNew, dim: !isNew },
    },
    ...lineCounts(file),
    { text: isUnannounced(file) ? "  not announced" : "", style: { fg: "muted" } },
    { text: `  ${states[file.state] ?? file.state}`, style: { fg: "muted" } },
    { text: file.notRevertible === undefined ? "" : `  ${file.notRevertible}`, style: { fg: "muted" } },
  ];
}

function lineCounts(file: FileChange): Row {
  if (!hasCountedLines(file)) return [{ text: "  lines not known", style: { fg: "muted" } }];
  return [
    { text: padTo(`+${file.added}`, 7, "right"), style: { fg: "added" } },
    { text: padTo(`−${file.removed}`, 7, "right"), style: { fg: "removed" } },
  ];
}

import type { Execution } from "@idebridge/headless";
import { shortPath } from "../../serve/shortPath.ts";
import type { Row } from "../../terminal/row.ts";
import { cutToWidth, padTo, widthOf } from "../../terminal/textWidth.ts";
import { bodyRows } from "../diff/diffGeometry.ts";
import { type ActiveRow, type Frame, RowBuilder } from "../frame.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf } from "../step.ts";

/** Code that an agent wants to run. */
export function codeView(state: ScreenState, { code }: Execution): Pick<Frame, "rows" | "hits"> {
  const rows = codeRows(code, state.size.columns);
  return { rows: rows.slice(state.codeTop, state.codeTop + bodyRows(state.size)), hits: [] };
}

export function codeHeading(state: ScreenState, { id, client, notebook, code }: Execution): ActiveRow {
  const row = new RowBuilder().add(` ${client.name} wants to run code`, { bold: true });
  if (notebook !== undefined) {
    row.add(" in ").add(shortPath(notebook, folderOf(state)), { bold: true });
  }
  row.add(` #${id}`, { fg: "muted" });
  if (state.now < state.codeArmedAt) row.add("  just appeared", { fg: "warning" });
  const hidden = codeRows(code, state.size.columns).length - state.codeTop - bodyRows(state.size);
  if (hidden > 0) row.add(`  ${hidden} more rows below`, { fg: "warning" });
  if (state.code.length > 1) row.add(`  ${state.code.length - 1} more to decide`, { fg: "muted" });
  return row.end();
}

/** Every line, with its number. Wrapped: nobody shall allow what they cannot see. */
export function codeRows(code: string, columns: number): readonly Row[] {
  const lines = code.trimEnd().split(/\r?\n/);
  const number = String(lines.length).length;
  const room = Math.max(8, columns - number - 3);
  return lines.flatMap((line, index) =>
    wrapped(line.replaceAll("\t", "    "), room).map(
      (text, part): Row => [
        {
          text: ` ${part === 0 ? padTo(String(index + 1), number, "right") : " ".repeat(number)} `,
          style: { fg: "lineNumber" },
        },
        { text },
      ],
    ),
  );
}

function wrapped(line: string, columns: number): readonly string[] {
  const parts: string[] = [];
  let rest = line;
  while (widthOf(rest) > columns) {
    const part = cutToWidth(rest, columns);
    // A character that is wider than the room there is.
    const length = Math.max(part.length, 1);
    parts.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return [...parts, rest];
}

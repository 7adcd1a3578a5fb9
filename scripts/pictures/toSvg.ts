import type { CellStyle, ScreenTerminal } from "../../test/idebridge/screenTerminal.ts";

const cell = { width: 8.4, height: 18 } as const;
const margin = 12;

export interface PictureTheme {
  readonly background: string;
  readonly text: string;
}

export const darkPicture: PictureTheme = { background: "#16181d", text: "#d8dee9" };
export const lightPicture: PictureTheme = { background: "#ffffff", text: "#24292f" };

interface Run {
  readonly column: number;
  text: string;
  width: number;
  readonly style: CellStyle;
}

/** A picture of a terminal as text that scales: what the emulator has in its cells, and nothing else. */
export function toSvg(screen: ScreenTerminal, title: string, theme: PictureTheme): string {
  const { columns, rows } = screen.size;
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = rows * cell.height + 2 * margin;
  const lines = Array.from({ length: rows }, (_, row) => rowOf(screen, row, columns, theme));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<rect width="100%" height="100%" rx="8" fill="${theme.background}"/>
<g fill="${theme.text}" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace" font-size="14">
${lines.filter((line) => line !== "").join("\n")}
</g>
</svg>
`;
}

function rowOf(screen: ScreenTerminal, row: number, columns: number, theme: PictureTheme): string {
  const runs = runsOf(screen, row, columns);
  const y = margin + row * cell.height;
  const x = (column: number) => Number((margin + column * cell.width).toFixed(1));
  const parts: string[] = [];
  for (const { column, width, style } of runs) {
    const background = style.inverse ? colour(style.fg, theme.text) : colour(style.bg, undefined);
    if (background === undefined) continue;
    parts.push(
      `<rect x="${x(column)}" y="${y}" width="${Number((width * cell.width).toFixed(1))}" height="${cell.height}" fill="${background}"/>`,
    );
  }
  for (const run of runs) {
    const { style } = run;
    const text = run.text.trim();
    if (text === "") continue;
    // Spaces are one column each: those at the ends are background only.
    const column = run.column + run.text.length - run.text.trimStart().length;
    const width = run.width - (run.text.length - text.length);
    const fill = style.inverse ? colour(style.bg, theme.background) : colour(style.fg, undefined);
    const attributes = [
      `x="${x(column)}"`,
      `y="${y + 13}"`,
      // Fonts differ: every run is exactly as wide as its cells.
      `textLength="${Number((width * cell.width).toFixed(1))}"`,
      fill === undefined ? "" : `fill="${fill}"`,
      style.bold ? 'font-weight="bold"' : "",
      style.italic ? 'font-style="italic"' : "",
      style.dim ? 'opacity="0.6"' : "",
    ];
    parts.push(
      `<text ${attributes.filter((attribute) => attribute !== "").join(" ")}>${escaped(text.replaceAll(" ", "\u00a0"))}</text>`,
    );
  }
  return parts.join("");
}

/** Cells next to each other that look alike. */
function runsOf(screen: ScreenTerminal, row: number, columns: number): Run[] {
  const runs: Run[] = [];
  let last = "";
  for (let column = 0; column < columns; ) {
    const { text, width } = screen.cellAt(column, row);
    const style = screen.styleAt(column, row);
    const key = JSON.stringify(style);
    const run = runs.at(-1);
    if (run && key === last) {
      run.text += text;
      run.width += width;
    } else runs.push({ column, text, width, style });
    last = key;
    column += width;
  }
  return runs;
}

function colour(value: string | number | undefined, otherwise: string): string;
function colour(value: string | number | undefined, otherwise: undefined): string | undefined;
function colour(value: string | number | undefined, otherwise: string | undefined): string | undefined {
  if (typeof value === "number") throw new Error("Pictures are made in true colour");
  return value ?? otherwise;
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

import type { Plot } from "../plot.ts";
import { element, escapeXml, label } from "./element.ts";
import { wrapText } from "./textWidth.ts";

export const sheetWidth = 860;
export const margin = 24;
export const seriesCount = 7;

const subtitleSize = 13.5;
const subtitleLine = 19;

/** The part of a picture below its title, drawn from y = 0 down. */
export interface Drawing {
  readonly height: number;
  readonly marks: readonly string[];
}

/**
 * A picture with its title, as a card with a background of its own: a page may be dark for a reader whose
 * system is light, and what is drawn has to be legible on both.
 */
export function sheet({ title, subtitle }: Plot, { height, marks }: Drawing): string {
  const lines = wrapText(subtitle, subtitleSize, sheetWidth - 2 * margin);
  const top = 42 + lines.length * subtitleLine + 14;
  const whole = Math.round(top + height + 18);
  const heading = [
    label(margin, 36, title, { class: "title" }),
    ...lines.map((text, i) => label(margin, 60 + i * subtitleLine, text, { class: "subtitle" })),
  ];
  return `${element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${sheetWidth} ${whole}`,
      width: sheetWidth,
      height: whole,
      role: "img",
      "aria-labelledby": "title subtitle",
    },
    "\n",
    element("title", { id: "title" }, escapeXml(title)),
    element("desc", { id: "subtitle" }, escapeXml(subtitle)),
    `\n<style>${style}</style>\n`,
    element("rect", { class: "card", x: 0.5, y: 0.5, width: sheetWidth - 1, height: whole - 1, rx: 8 }),
    `\n${heading.join("\n")}\n`,
    element("g", { transform: `translate(0 ${top})` }, `\n${marks.join("\n")}\n`),
    "\n",
  )}\n`;
}

const light = {
  card: "#ffffff",
  edge: "#d1d9e0",
  text: "#1f2328",
  muted: "#59636e",
  grid: "#e6eaef",
  ours: "#0969da",
  theirs: "#b6bfc9",
  limit: "#cf222e",
  series: ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#bf3989", "#1b7c83", "#9a6700"],
};
const dark: typeof light = {
  card: "#0d1117",
  edge: "#3d444d",
  text: "#f0f6fc",
  muted: "#9198a1",
  grid: "#262c36",
  ours: "#4493f8",
  theirs: "#57606a",
  limit: "#f85149",
  series: ["#4493f8", "#f0883e", "#3fb950", "#ab7df8", "#db61a2", "#39c5cf", "#d29922"],
};

function variables({ series, ...colours }: typeof light): string {
  const named = [...Object.entries(colours), ...series.map((colour, i) => [`s${i}`, colour])];
  return `svg{${named.map(([name, colour]) => `--${name}:${colour}`).join(";")}}`;
}

const style = [
  variables(light),
  `@media(prefers-color-scheme:dark){${variables(dark)}}`,
  "text{font:13px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;fill:var(--text)}",
  ".title{font-size:18px;font-weight:600}",
  `.subtitle{font-size:${subtitleSize}px;fill:var(--muted)}`,
  ".group,.mine{font-weight:600}",
  ".muted,.tick{fill:var(--muted)}.tick{font-size:12px}",
  ".end{text-anchor:end}.middle{text-anchor:middle}",
  // Where text crosses a line, the text wins.
  ".over{paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}",
  ".card{fill:var(--card);stroke:var(--edge)}",
  ".grid{stroke:var(--grid)}.axis{stroke:var(--edge)}",
  ".ours{fill:var(--ours)}.theirs{fill:var(--theirs)}",
  "line.limit{stroke:var(--limit);stroke-width:1.5;stroke-dasharray:5 4}text.limit{fill:var(--limit)}",
  ".curve{fill:none;stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}",
  ".guide{fill:none;stroke:var(--muted);stroke-width:1.25;stroke-dasharray:2 5;stroke-linecap:round}",
  ".leader{stroke:var(--edge)}",
  ...light.series.map((_, i) => `.s${i}{fill:var(--s${i})}.curve.s${i}{fill:none;stroke:var(--s${i})}`),
  ".box{fill:none;stroke:var(--text);stroke-width:1.25}.median{stroke:var(--text);stroke-width:2.5}",
  ".dot{fill-opacity:.5}",
].join("");

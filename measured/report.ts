import { type Figure, formatNumber, isMet } from "./figure.ts";
import type { MeasuredPart } from "./measurement.ts";

export interface RecordedSuite {
  readonly name: string;
  readonly parts: Readonly<Record<string, MeasuredPart>>;
}

/** `docs/measured/README.md`: nothing but what the records say. */
export function reportOf(suites: readonly RecordedSuite[]): string {
  const blocks = [
    "<!-- Written by `npm run bench` and `npm run torture` from the JSON files beside it; not to be edited. -->",
    "# Measured",
    "What was measured last, part by part, with the day, the machine and the versions. Ratios are of one run, in which all sides took turns. A suite, or one part of it, is measured anew with the command above it.",
    ...suites.flatMap(({ name, parts }) => [
      `## \`npm run ${name}\``,
      ...Object.entries(parts).flatMap(([part, measured]) => partBlocks(name, part, measured)),
    ]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function partBlocks(suite: string, name: string, part: MeasuredPart): readonly string[] {
  const { date, seconds, machine, versions, figures, plots = [], remarks = [] } = part;
  const place = `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGigabytes} GB, ${machine.platform}`;
  const programs = Object.entries(versions).map(([program, version]) => `${program} ${version}`);
  return [
    `### ${spaced(name)}`,
    `\`npm run ${suite} -- --only ${name}\`, ${seconds} s. ${date}; ${escapeMarkdown(place)}.<br><sub>${escapeMarkdown(programs.join(", "))}</sub>`,
    ...plots.map((plot) => `![${escapeMarkdown(`${plot.title}. ${plot.subtitle}`)}](${plot.file}.svg)`),
    ...(figures.length > 0 ? [table(figures)] : []),
    ...(remarks.length > 0 ? [remarks.map((remark) => `- ${escapeMarkdown(remark)}`).join("\n")] : []),
  ];
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const { name, measured, unit, aim, note = "" } = figure;
    const indented = name.startsWith(" ") ? `&emsp;${escapeMarkdown(name.trim())}` : escapeMarkdown(name);
    const met = aim === undefined ? "" : isMet(figure) ? "met" : "**missed**";
    const wanted = aim === undefined ? "" : `${aim.relation} ${formatNumber(aim.value)}`;
    return [indented, wanted, escapeMarkdown(`${formatNumber(measured)} ${unit}`), met, escapeMarkdown(note)];
  });
  const all = [["figure", "aim", "measured", "", "note"], ["---", "---", "---:", "---", "---"], ...rows];
  return all.map((cells) => `| ${cells.map((cell) => cell.trim()).join(" | ")} |`).join("\n");
}

/** `roundTrips` and `round-trips` as "Round trips". */
function spaced(name: string): string {
  const words = name.replace(/[-_]/g, " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_[\]|]/g, "\\$&")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

import { counted, type Execution } from "@idebridge/headless";
import { printable } from "../printable.ts";
import type { Style } from "../style.ts";
import { shortPath } from "./shortPath.ts";

const firstLineCharacters = 60;

/** Who does what with code, where, and how it begins. */
export function codeLine(
  { id, client, notebook, code }: Execution,
  folder: string,
  { bold, dim }: Style,
  does: string,
): string {
  const where = notebook === undefined ? "" : ` in ${bold(shortPath(notebook, folder))}`;
  return `${printable(client.name)} ${does} code${where} ${dim(`#${id}`)} ${dim(firstLineOf(code))}`.trimEnd();
}

/** What became of it. */
export function codeEndedLine(execution: Execution, { green, red, yellow, dim }: Style): string {
  const { id, state, by, startedAt, endedAt, textCharacters, images } = execution;
  const time =
    startedAt && endedAt
      ? ` after ${((Date.parse(endedAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`
      : "";
  if (state === "refused") return `${red("✗")} code #${id} refused ${dim(`(${printable(by ?? "user")})`)}`;
  if (state === "interrupted") return `${yellow("■")} code #${id} stopped${time}`;
  const shown = [
    ...(textCharacters > 0 ? [counted(textCharacters, "character")] : []),
    ...(images > 0 ? [counted(images, "image")] : []),
  ].join(", ");
  const mark = state === "ok" ? green("✓") : red("✗");
  const what = state === "ok" ? "done" : "failed";
  return `${mark} code #${id} ${what}${time}${shown === "" ? "" : dim(`: ${shown}`)}`;
}

function firstLineOf(code: string): string {
  const [first = "", ...rest] = code.split("\n").filter((line) => line.trim() !== "");
  const isCut = rest.length > 0 || first.length > firstLineCharacters;
  return printable(first.slice(0, firstLineCharacters).trim()) + (isCut ? " …" : "");
}

import { diffLines } from "./diffTexts.ts";
import type { Hunk, LineRange } from "./hunk.ts";

export interface PatchOptions {
  /** Path of the file from the root of the repository, with `/`. */
  readonly path: string;
  /** Unchanged lines around each hunk; 3 if not given. */
  readonly context?: number;
}

/** A patch as git writes it. `null`: there is no such file. Empty if nothing differs. */
export function unifiedPatch(before: string | null, after: string | null, options: PatchOptions): string {
  if (before === after) return "";
  const { path, context = 3 } = options;
  const [left, right] = [linesOfGit(before ?? ""), linesOfGit(after ?? "")];
  const [oldName, newName] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  const head = [`diff --git ${oldName} ${newName}\n`];
  if (before === null) head.push("new file mode 100644\n");
  if (after === null) head.push("deleted file mode 100644\n");
  const hunks = diffLines(left, right);
  if (hunks.length === 0) return head.join("");
  head.push(`--- ${before === null ? "/dev/null" : named(oldName)}\n`);
  head.push(`+++ ${after === null ? "/dev/null" : named(newName)}\n`);
  return [...head, ...groupsOf(hunks, context).map((group) => patchHunk(left, right, group, context))].join(
    "",
  );
}

/** For git, only LF ends a line. */
function linesOfGit(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Hunks whose surroundings meet are written as one. */
function groupsOf(hunks: readonly Hunk[], context: number): Hunk[][] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1);
    if (last && hunk.before.start - last.before.end <= 2 * context) groups.at(-1)!.push(hunk);
    else groups.push([hunk]);
  }
  return groups;
}

function patchHunk(
  left: readonly string[],
  right: readonly string[],
  hunks: readonly Hunk[],
  context: number,
): string {
  const [first, last] = [hunks[0]!, hunks.at(-1)!];
  const lead = Math.min(context, first.before.start);
  const trail = Math.min(context, left.length - last.before.end);
  const before = { start: first.before.start - lead, end: last.before.end + trail };
  const after = { start: first.after.start - lead, end: last.after.end + trail };
  const parts = [`@@ -${position(before)} +${position(after)} @@\n`];
  let line = before.start;
  for (const hunk of hunks) {
    parts.push(marked(" ", left.slice(line, hunk.before.start)));
    parts.push(marked("-", left.slice(hunk.before.start, hunk.before.end)));
    parts.push(marked("+", right.slice(hunk.after.start, hunk.after.end)));
    line = hunk.before.end;
  }
  parts.push(marked(" ", left.slice(line, before.end)));
  return parts.join("");
}

/** An empty range is named by the line before it. */
function position({ start, end }: LineRange): string {
  const count = end - start;
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}

function marked(mark: string, lines: readonly string[]): string {
  const text = (line: string): string =>
    line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`;
  return lines.map((line) => mark + text(line)).join("");
}

/** A tab ends a name with a space in it, or some programs take only its first word. */
function named(name: string): string {
  return name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
}

function quoted(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be quoted
  if (!/[\x00-\x1f\x7f"\\]/.test(name)) return name;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be quoted
  return `"${name.replace(/[\x00-\x1f\x7f"\\]/g, escaped)}"`;
}

function escaped(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

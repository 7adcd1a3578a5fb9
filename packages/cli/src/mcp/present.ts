import type { CodePlace, CodePlaces, RefactoredFile, RefactoringResult } from "@idebridge/headless";
import { shownPath } from "../serve/shortPath.ts";

/** What a model can read with profit; more costs it more than it is worth. */
const mostCharacters = 20_000;
const mostPlaces = 100;

/** Cut at the end of a line, and said so. */
export function cut(text: string, most = mostCharacters): string {
  if (text.length <= most) return text;
  const lineEnd = text.lastIndexOf("\n", most);
  const end = lineEnd > 0 ? lineEnd : most;
  return `${text.slice(0, end)}\n… (cut: ${text.length - end} characters more)`;
}

/** One a line: `src/a.ts:12:5: the text of the line`. */
export function presentPlaces({ places, total }: CodePlaces, folder: string, nothing: string): string {
  if (places.length === 0) return nothing;
  const shown = places.slice(0, mostPlaces);
  const lines = shown.map((place) => presentPlace(place, folder));
  if (total > shown.length) lines.push(`… and ${total - shown.length} more`);
  return cut(lines.join("\n"));
}

function presentPlace({ path, range, text }: CodePlace, folder: string): string {
  const { line, character } = range.start;
  return `${shownPath(path, folder)}:${line + 1}:${character + 1}: ${text.trim()}`;
}

/** What became of a proposed change, so that the model knows exactly what the files hold now. */
export function presentRefactoring(result: RefactoringResult, folder: string): string {
  switch (result.outcome) {
    case "decided":
      return presentDecided(result.title, result.files, folder);
    case "changedMeanwhile":
      return `${result.title}: nothing was written, because this has changed while the user was reviewing: ${result.paths
        .map((path) => shownPath(path, folder))
        .join(", ")}. Call the tool again.`;
    case "notWritten": {
      const left = result.left.map((path) => shownPath(path, folder)).join(", ");
      const rest =
        left === "" ? "" : ` But these were written before it, and could not be put back: ${left}.`;
      return `${result.title}: accepted, but nothing is written, because one file could not be: ${result.message}.${rest}`;
    }
    case "notReviewed":
      return cut(
        `${result.title}: nothing was changed. Such changes are reviewed by the user in idebridge, and none runs for ${folder}. Ask the user to start it there (the command is: idebridge), then call the tool again. Or make these changes with your own tools:\n\n${result.patches.join("")}`,
      );
  }
}

function presentDecided(title: string, files: readonly RefactoredFile[], folder: string): string {
  const written = files.filter(({ outcome }) => outcome === "accepted" || outcome === "edited");
  const head =
    written.length === files.length
      ? `${title}: the user has accepted it, and it is written.`
      : written.length === 0
        ? `${title}: nothing was written.`
        : `${title}: written in part, ${written.length} of ${files.length} files. The code may be inconsistent now; ask the user how to go on.`;
  return cut([head, ...files.map((file) => presentFile(file, folder))].join("\n"));
}

function presentFile({ path, outcome, message, patch, isUnsaved }: RefactoredFile, folder: string): string {
  const said = message === undefined ? "" : `, and said: ${message}`;
  const unsaved = isUnsaved
    ? " It is changed in the user's editor, with other unsaved changes, but not on disk yet."
    : "";
  const what = {
    accepted: `accepted as proposed${said}.`,
    edited: `accepted with changes of the user's own${said}. The file was changed like this:\n${patch ?? ""}`,
    rejected: `rejected by the user${said}. The file is as it was.`,
  }[outcome];
  return `- ${shownPath(path, folder)}: ${what}${unsaved}`;
}

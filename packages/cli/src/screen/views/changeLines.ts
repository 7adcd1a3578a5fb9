import type { FileChange, PromptChanges } from "@idebridge/headless";

/** A line of the list of changes. */
export type ChangeLine =
  | { readonly kind: "prompt"; readonly prompt: PromptChanges }
  | { readonly kind: "file"; readonly prompt: PromptChanges; readonly file: FileChange }
  | { readonly kind: "note"; readonly prompt: PromptChanges; readonly note: string };

const known = new WeakMap<readonly PromptChanges[], readonly ChangeLine[]>();

/** Prompt by prompt, each with its files below it. Made once for each list: it is looked at in every frame. */
export function changeLines(prompts: readonly PromptChanges[]): readonly ChangeLine[] {
  const lines = known.get(prompts) ?? makeLines(prompts);
  known.set(prompts, lines);
  return lines;
}

function makeLines(prompts: readonly PromptChanges[]): readonly ChangeLine[] {
  return prompts.flatMap((prompt): ChangeLine[] => [
    { kind: "prompt", prompt },
    ...prompt.files.map((file): ChangeLine => ({ kind: "file", prompt, file })),
    ...prompt.notes.map((note): ChangeLine => ({ kind: "note", prompt, note })),
  ]);
}

/** What stays the same when the list changes around it. */
export function idOf(line: ChangeLine | undefined): string | undefined {
  if (line === undefined || line.kind === "note") return undefined;
  return line.kind === "prompt" ? line.prompt.id : line.file.id;
}

export function filesOf(line: ChangeLine | undefined): readonly FileChange[] {
  if (line === undefined || line.kind === "note") return [];
  return line.kind === "file" ? [line.file] : line.prompt.files;
}

/** Nobody has looked at it yet, or only part of it was taken back. */
export function isOpen({ state }: FileChange): boolean {
  return state === "unseen" || state === "partlyReverted";
}

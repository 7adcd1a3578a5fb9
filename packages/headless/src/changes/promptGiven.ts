import type { PromptEntry } from "./changeStore.ts";

export function noSuchChange(id: string): string {
  return `There is no change ${id}. "idebridge changes" lists them.`;
}

const shownFiles = 10;

/** Where a file's change is needed and somebody gave a prompt: which files it has. */
export function promptGiven({ prompt, changes }: PromptEntry): string {
  const files = [...changes.values()].map(({ id, path }) => `  ${id}  ${path}`);
  const more = files.length > shownFiles ? [`  and ${files.length - shownFiles} more`] : [];
  const list = [...files.slice(0, shownFiles), ...more].join("\n");
  return `${prompt.id} is a prompt. Give the id of one of its files:\n${list}`;
}

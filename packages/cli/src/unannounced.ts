import { type FileChange, isNotRevertible, isUnannounced, type PromptChanges } from "@idebridge/headless";
import { printable } from "./printable.ts";
import { shortPath } from "./serve/shortPath.ts";

/** Of a prompt or a file's change, what may be the user's; nothing when it cannot be taken back anyway. */
export function unannouncedOf(prompts: readonly PromptChanges[], id: string): readonly FileChange[] {
  const files = prompts.flatMap((prompt) =>
    prompt.files.filter((file) => prompt.id === id || file.id === id),
  );
  return files.some(isNotRevertible) ? [] : files.filter(isUnannounced);
}

export function describeUnannounced(files: readonly FileChange[], folder: string): string {
  const names = files.map(({ id, path }) => `  ${printable(id)}  ${shortPath(path, folder)}\n`);
  const were = files.length === 1 ? "This was" : "These were";
  return `${were} changed while the agent worked, by a command of it or by you:\n${names.join("")}`;
}

/** For a question about taking these back; empty when all are surely the agent's. */
export function doubtAbout(files: readonly FileChange[]): string {
  const count = files.filter(isUnannounced).length;
  if (count === 0) return "";
  return ` (nobody announced ${files.length === 1 ? "it" : count}: may be yours)`;
}

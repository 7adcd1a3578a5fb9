import type { FileChange, PromptChanges } from "../control/controlProtocol.ts";
import type { StoredChange } from "./changeRecord.ts";
import type { PromptEntry } from "./changeStore.ts";
import { notRevertible } from "./notRevertible.ts";

/** What is recorded, as front ends see it. */
export function toPromptChanges({ prompt, changes, notes }: PromptEntry): PromptChanges {
  const { id, client, startedAt } = prompt;
  return {
    id,
    client: { name: client.name, version: client.version, folder: client.folder },
    startedAt,
    files: [...changes.values()].map(toFileChange),
    notes: [...notes],
  };
}

export function toFileChange(change: StoredChange): FileChange {
  const { id, path, before, after, added, removed, changedAt, beforeFrom, state, revertedHunks } = change;
  const kind = before.kind === "absent" ? "created" : after.kind === "absent" ? "deleted" : "modified";
  const why = notRevertible(change);
  return {
    id,
    path,
    kind,
    added,
    removed,
    changedAt,
    beforeFrom,
    state,
    ...(revertedHunks && state === "partlyReverted" && { revertedHunks }),
    ...(why !== undefined && { notRevertible: why }),
  };
}

import type { ChangeRecord, Side, StoredChange } from "./changeRecord.ts";
import type { ChangeStore, PromptEntry } from "./changeStore.ts";
import type { RunningPrompt } from "./clientSessions.ts";
import { type Content, decode } from "./content.ts";
import { countChangedLines } from "./hunks.ts";
import type { Remembered } from "./workspaceMemory.ts";

/** A file that was found to be other than before. */
export interface Observation {
  readonly path: string;
  readonly before: Remembered;
  readonly current: Content;
}

/** Of one prompt: a program that writes all the time would fill the log with them. */
const mostNotes = 20;

/** Turns what was observed into records: one change for each file and prompt. */
export class ChangeRecorder {
  readonly #store: ChangeStore;

  constructor(store: ChangeStore) {
    this.#store = store;
  }

  /** Answers the prompt as it is then. */
  async note(prompt: RunningPrompt, text: string): Promise<PromptEntry | undefined> {
    const opening = this.#opening(prompt);
    const notes = this.#store.prompt(prompt.id!)?.notes.length ?? 0;
    if (notes < mostNotes) await this.#store.append([...opening, { type: "note", prompt: prompt.id!, text }]);
    return this.#store.prompt(prompt.id!);
  }

  /** Answers the prompt as it is then; `undefined` when there is nothing to show. */
  async record(prompt: RunningPrompt, observed: readonly Observation[]): Promise<PromptEntry | undefined> {
    if (observed.length === 0) return undefined;
    const opening = this.#opening(prompt);
    const entry = this.#store.prompt(prompt.id!);
    let number = 1 + Math.max(0, ...[...(entry?.changes.keys() ?? [])].map((id) => Number(id.split(".")[1])));
    const records: ChangeRecord[] = [];
    for (const observation of observed) {
      const open = entry && openChange(entry, observation);
      if (open && identityOf(open.before) === identityOf(observation.current)) {
        records.push({ type: "forget", id: open.id });
      } else {
        const id = open?.id ?? `${prompt.id}.${number++}`;
        records.push({ type: "change", change: await this.#toChange(id, prompt.id!, observation, open) });
      }
      // Counting lines takes time: let the others have their turn.
      await new Promise(setImmediate);
    }
    await this.#store.append([...opening, ...records]);
    return this.#store.prompt(prompt.id!);
  }

  #opening(prompt: RunningPrompt): ChangeRecord[] {
    if (prompt.id !== undefined && this.#store.prompt(prompt.id)) return [];
    prompt.id ??= this.#store.newPromptId();
    const { name, version, folders } = prompt.client;
    const client = { name, version, ...(folders[0] !== undefined && { folder: folders[0] }) };
    return [{ type: "prompt", prompt: { id: prompt.id, client, startedAt: prompt.startedAt.toISOString() } }];
  }

  async #toChange(
    id: string,
    prompt: string,
    { path, before, current }: Observation,
    open: StoredChange | undefined,
  ): Promise<StoredChange> {
    const isStored = current.kind !== "opaque" && (open?.before ?? before.content).kind !== "opaque";
    const first = open?.before ?? (await this.#keep(before.content, isStored));
    const last = await this.#keep(current, isStored);
    const lines = isStored
      ? await countChangedLines(await this.#textOf(first, before.content), textOf(current))
      : { added: 0, removed: 0 };
    return {
      id,
      prompt,
      path,
      ...lines,
      changedAt: new Date().toISOString(),
      // What was announced once may have been written by somebody else since.
      beforeFrom: open && open.beforeFrom !== "announced" ? open.beforeFrom : before.from,
      state: "unseen",
      before: first,
      after: last,
    };
  }

  async #keep(content: Content, isStored: boolean): Promise<Side> {
    if (content.kind !== "text") return content;
    if (!isStored) return { kind: "opaque", why: "notKnown", stamp: content.hash };
    await this.#store.blobs.put(content.hash, content.bytes);
    return { kind: "text", hash: content.hash, mode: content.mode };
  }

  async #textOf(side: Side, content: Content): Promise<string> {
    if (side.kind !== "text") return "";
    if (content.kind === "text" && content.hash === side.hash) return textOf(content);
    const bytes = await this.#store.blobs.get(side.hash);
    return (bytes && decode(bytes)) ?? "";
  }
}

function textOf(content: Content): string {
  return content.kind === "text" ? (decode(content.bytes) ?? "") : "";
}

/** The change that this one goes on from: the user has neither kept nor reverted it, nor written in between. */
function openChange(entry: PromptEntry, { path, before }: Observation): StoredChange | undefined {
  const last = [...entry.changes.values()].findLast((change) => change.path === path);
  if (last?.state !== "unseen") return undefined;
  const identity = identityOf(last.after);
  return identity !== undefined && identity === identityOf(before.content) ? last : undefined;
}

export function identityOf(side: Side | Content): string | undefined {
  return side.kind === "absent" ? "absent" : side.kind === "text" ? side.hash : side.stamp;
}

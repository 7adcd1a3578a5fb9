import type { RevertRequest, RevertResult } from "../control/controlProtocol.ts";
import type { Side, StoredChange } from "./changeRecord.ts";
import { identityOf } from "./changeRecorder.ts";
import type { ChangeStore } from "./changeStore.ts";
import { absent, type Content, decode, toContent } from "./content.ts";
import { revertHunksIn } from "./hunks.ts";
import { notRevertible } from "./notRevertible.ts";
import { noSuchChange, promptGiven } from "./promptGiven.ts";

/** A file as it is and as it shall be. */
export interface PlannedWrite {
  readonly path: string;
  readonly from: Content;
  readonly to: Content;
}

export interface RevertPlan {
  readonly writes: readonly PlannedWrite[];
  /** The changes as they are recorded afterwards. */
  readonly changes: readonly StoredChange[];
}

type Refusal = Exclude<RevertResult, { outcome: "reverted" }>;

/** Works out what to write, or why not. Writes nothing. */
export async function planRevert(
  store: ChangeStore,
  request: RevertRequest,
  read: (path: string) => Promise<Content>,
): Promise<RevertPlan | Refusal> {
  const entry = store.prompt(request.id);
  const single = store.change(request.id);
  if (!entry && !single) return unknown(noSuchChange(request.id));
  if (entry && request.hunks) return unknown(promptGiven(entry));
  if (single && request.changedAt !== undefined && request.changedAt !== single.changedAt) {
    return conflict(
      [single.path],
      "The agent has written the file again since this was shown. Look at it again.",
    );
  }
  // The newest first: of two changes of one file, the later one goes first.
  const changes = single ? [single] : [...entry!.changes.values()].reverse();
  const wanted = changes.filter(({ state }) => state !== "reverted");
  if (wanted.length === 0) return unknown("There is nothing left to revert.");

  const fixed = wanted.filter((change) => notRevertible(change) !== undefined);
  if (fixed.length > 0) {
    const reasons = fixed.map((change) => `${change.path}: ${notRevertible(change)}`).join("\n");
    const hint = fixed.length === wanted.length ? "" : "\nRevert the other files one by one.";
    return conflict(pathsOf(fixed), `This cannot be reverted.\n${reasons}${hint}`);
  }

  const found = new Map<string, Content>();
  const planned = new Map<string, Content>();
  const results: StoredChange[] = [];
  const conflicts: StoredChange[] = [];
  for (const change of wanted) {
    if (!found.has(change.path)) found.set(change.path, await read(change.path));
    const current = planned.get(change.path) ?? found.get(change.path)!;
    const step = await revertOne(store, change, current, request.hunks);
    if (step === "unknown") return unknown(`The change ${change.id} has no such hunk.`);
    if (step === "damaged") return unknown(describeDamage(change));
    if (step === "conflict") conflicts.push(change);
    else {
      planned.set(change.path, step.to);
      results.push(step.change);
    }
  }
  if (conflicts.length > 0) return conflict(pathsOf(conflicts), describe(store, conflicts));
  const writes = [...planned].map(([path, to]) => ({ path, from: found.get(path)!, to }));
  return { writes: writes.filter(({ from, to }) => identityOf(from) !== identityOf(to)), changes: results };
}

type Step = { readonly to: Content; readonly change: StoredChange } | "conflict" | "unknown" | "damaged";

async function revertOne(
  store: ChangeStore,
  change: StoredChange,
  current: Content,
  hunks: readonly number[] | undefined,
): Promise<Step> {
  const [before, after] = [await load(store, change.before), await load(store, change.after)];
  if (!before || !after) return "damaged";
  const whole: StoredChange = { ...change, state: "reverted" };
  const isModified = before.kind === "text" && after.kind === "text";
  if (!isModified || identityOf(current) === identityOf(before)) {
    // A whole file that came or went is one hunk.
    if (hunks && (hunks.length !== 1 || hunks[0] !== 0) && !isModified) return "unknown";
    if (identityOf(current) === identityOf(before)) return { to: current, change: whole };
    return identityOf(current) === identityOf(after) ? { to: before, change: whole } : "conflict";
  }
  if (current.kind !== "text") return "conflict";
  const texts = {
    before: decode(before.bytes)!,
    after: decode(after.bytes)!,
    current: decode(current.bytes)!,
  };
  const reverted = await revertHunksIn(texts, hunks, change.revertedHunks ?? []);
  if (reverted.kind !== "reverted") return reverted.kind;
  return {
    to: toContent(Buffer.from(reverted.text), current.mode, Number.MAX_SAFE_INTEGER),
    change: reverted.isAll ? whole : { ...change, state: "partlyReverted", revertedHunks: reverted.hunks },
  };
}

async function load(store: ChangeStore, side: Side): Promise<Content | undefined> {
  if (side.kind === "absent") return absent;
  if (side.kind === "opaque") return undefined;
  const bytes = await store.blobs.get(side.hash);
  return bytes && toContent(bytes, side.mode, bytes.length);
}

function describeDamage({ id, path }: StoredChange): string {
  return `Nothing was written. What was recorded of ${path} is damaged, so that all that is left is to keep it: idebridge changes ${id} --keep`;
}

/** Who has changed the files since: a later change in the log, or somebody outside of it. */
function describe(store: ChangeStore, conflicts: readonly StoredChange[]): string {
  const all = [...store.prompts].flatMap(({ changes }) => [...changes.values()]);
  const lines = conflicts.map((change) => {
    const at = all.findIndex(({ id }) => id === change.id);
    const later = all.slice(at + 1).find(({ path, state }) => path === change.path && state !== "reverted");
    return later
      ? `${change.path} was changed again by ${later.id}: revert that first.`
      : `${change.path} has been changed since.`;
  });
  return `Nothing was written.\n${lines.join("\n")}`;
}

function conflict(paths: readonly string[], message: string): Refusal {
  return { outcome: "conflict", paths, message };
}

function unknown(message: string): Refusal {
  return { outcome: "unknown", message };
}

function pathsOf(changes: readonly StoredChange[]): string[] {
  return [...new Set(changes.map(({ path }) => path))];
}

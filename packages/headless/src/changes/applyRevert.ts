import { chown, lstat, mkdir, readFile, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryIn } from "../documents/temporaryFiles.ts";
import type { StoredChange } from "./changeRecord.ts";
import { parseRecord } from "./changeRecord.ts";
import { identityOf } from "./changeRecorder.ts";
import type { ChangeStore } from "./changeStore.ts";
import { absent, type Content, toContent } from "./content.ts";
import type { PlannedWrite, RevertPlan } from "./planRevert.ts";
import { syncFolderOf, writeNewFile, writePrivateFile } from "./privateFiles.ts";

export interface RevertFiles {
  readonly store: ChangeStore;
  /** Where the journal of a revert is, while it runs. */
  readonly stateDir: string;
  readonly read: (path: string) => Promise<Content>;
}

interface StagedWrite extends PlannedWrite {
  readonly temporary: string | undefined;
}

/**
 * Writes every file of the plan, or none. `"changed"`: a file is not any more what the plan was made for. A
 * process that is killed half-way leaves a journal, from which the next one goes on.
 */
export async function applyRevert(plan: RevertPlan, files: RevertFiles): Promise<"done" | "changed"> {
  const staged: StagedWrite[] = [];
  const journal = journalIn(files.stateDir);
  try {
    // First only where the temporary files will be: without them there is nothing to go on from.
    const named = plan.writes.map(withTemporary);
    await writePrivateFile(journal, JSON.stringify(toJournal(named, plan.changes, "staging")));
    for (const write of named) staged.push(await stage(write));
    for (const { path, from } of staged) {
      if (identityOf(await files.read(path)) !== identityOf(from)) return "changed";
    }
    await writePrivateFile(journal, JSON.stringify(toJournal(staged, plan.changes, "replacing")));
    await replaceAll(staged);
    await files.store.append(plan.changes.map((change) => ({ type: "change", change })));
    return "done";
  } finally {
    for (const { temporary } of staged) if (temporary !== undefined) await rm(temporary, { force: true });
    await rm(journal, { force: true });
  }
}

/** Ends what a killed process has begun: files that it had not come to yet get their text as well. */
export async function finishRevert(files: RevertFiles): Promise<void> {
  const journal = journalIn(files.stateDir);
  const found = await readJournal(journal);
  const isBegun = found?.phase === "replacing";
  for (const { path, from, to, mode, temporary } of found?.writes ?? []) {
    const staged = temporary === null ? undefined : await files.read(temporary);
    const isUntouched = isBegun && identityOf(await files.read(path)) === from;
    if (isUntouched && to === "absent") await unlink(path);
    else if (isUntouched && temporary !== null && staged && identityOf(staged) === to) {
      await rename(temporary, path);
    } else if (isUntouched && mode !== null) {
      const bytes = await files.store.blobs.get(to);
      const text = bytes && toContent(bytes, mode, bytes.length);
      if (text) await replaceAll([await stage(withTemporary({ path, from: absent, to: text }))]);
    }
    if (temporary !== null) await rm(temporary, { force: true });
  }
  if (found) {
    const known = (isBegun ? found.changes : []).filter(({ id }) => files.store.change(id));
    await files.store.append(known.map((change) => ({ type: "change", change })));
  }
  await rm(journal, { force: true });
}

/** The new text beside the file, with the mode and the owner of the file: only a rename is left to do. */
async function stage(write: StagedWrite): Promise<StagedWrite> {
  const { temporary } = write;
  if (write.to.kind !== "text" || temporary === undefined) return write;
  await mkdir(dirname(write.path), { recursive: true });
  const existing = await lstat(write.path).catch(() => undefined);
  try {
    await writeNewFile(temporary, write.to.bytes, existing ? existing.mode & 0o777 : write.to.mode);
    // Only root can; for others the file becomes theirs, as with any editor that saves safely.
    if (existing) await chown(temporary, existing.uid, existing.gid).catch(() => {});
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return write;
}

function withTemporary(write: PlannedWrite): StagedWrite {
  return { ...write, temporary: write.to.kind === "text" ? temporaryIn(dirname(write.path)) : undefined };
}

async function replaceAll(staged: readonly StagedWrite[]): Promise<void> {
  const done: StagedWrite[] = [];
  try {
    for (const write of staged) {
      if (write.temporary === undefined) await unlink(write.path);
      else await rename(write.temporary, write.path);
      done.push(write);
    }
  } catch (error) {
    for (const write of done.reverse()) await putBack(write);
    throw error;
  }
  for (const path of new Set(staged.map(({ path }) => path))) await syncFolderOf(path);
}

async function putBack({ path, from }: StagedWrite): Promise<void> {
  if (from.kind === "absent") return rm(path, { force: true });
  const { temporary } = await stage(withTemporary({ path, from: absent, to: from }));
  if (temporary !== undefined) await rename(temporary, path);
}

interface Journal {
  readonly phase: "staging" | "replacing";
  readonly writes: readonly {
    readonly path: string;
    readonly from: string | undefined;
    readonly to: string;
    readonly mode: number | null;
    readonly temporary: string | null;
  }[];
  readonly changes: readonly StoredChange[];
}

function journalIn(stateDir: string): string {
  return join(stateDir, "revert.json");
}

function toJournal(
  staged: readonly StagedWrite[],
  changes: readonly StoredChange[],
  phase: Journal["phase"],
): Journal {
  const writes = staged.map(({ path, from, to, temporary }) => ({
    path,
    from: identityOf(from),
    to: identityOf(to)!,
    mode: to.kind === "text" ? to.mode : null,
    temporary: temporary ?? null,
  }));
  return { phase, writes, changes };
}

async function readJournal(path: string): Promise<Journal | undefined> {
  try {
    const journal = JSON.parse(await readFile(path, "utf8")) as Journal;
    const isWhole =
      Array.isArray(journal.writes) &&
      journal.writes.every((write) => typeof write.path === "string" && typeof write.to === "string") &&
      journal.changes.every((change) => parseRecord(JSON.stringify({ type: "change", change })));
    return isWhole ? journal : undefined;
  } catch {
    return undefined;
  }
}

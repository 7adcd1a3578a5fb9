import { randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateFolder } from "@idebridge/sdk/node";
import { BlobStore } from "./blobStore.ts";
import {
  type ChangeRecord,
  parseRecord,
  type Side,
  type StoredChange,
  type StoredPrompt,
} from "./changeRecord.ts";
import { syncFolderOf, writePrivateFile } from "./privateFiles.ts";

export interface StoreLimits {
  readonly totalBytes: number;
  readonly fileBytes: number;
  readonly prompts: number;
}

/** A prompt with everything recorded for it. */
export interface PromptEntry {
  readonly prompt: StoredPrompt;
  readonly changes: Map<string, StoredChange>;
  readonly notes: string[];
}

/** An index that is rewritten below this size would be rewritten all the time. */
const smallIndex = 256 * 1024;

/**
 * What is recorded, in memory and on disk: an index of JSON lines that only grows until it is rewritten as a
 * whole, and the texts as blobs. A blob is there before the line that names it, and goes after the line that
 * drops it, so that a process killed at any moment leaves an index that is true.
 */
export class ChangeStore {
  readonly #folder: string;
  readonly #limits: StoreLimits;
  readonly #prompts = new Map<string, PromptEntry>();
  readonly #uses = new Map<string, number>();
  readonly blobs: BlobStore;
  #index: FileHandle | undefined;
  #indexBytes = 0;
  #liveBytes = 0;

  private constructor(folder: string, limits: StoreLimits, entries: Iterable<PromptEntry>, blobs: BlobStore) {
    this.#folder = folder;
    this.#limits = limits;
    this.blobs = blobs;
    for (const entry of entries) {
      this.#prompts.set(entry.prompt.id, entry);
      for (const change of entry.changes.values()) this.#count(change, 1);
    }
  }

  static async open(folder: string, limits: StoreLimits): Promise<ChangeStore> {
    makePrivateFolder(folder);
    // Left by a process that was killed.
    for (const name of await readdir(folder)) {
      if (name.endsWith(".tmp")) await rm(join(folder, name), { force: true });
    }
    const { entries, isSound } = await readIndex(join(folder, "index.jsonl"));
    const used = new Set<string>();
    for (const { changes } of entries.values()) {
      for (const change of changes.values()) for (const hash of hashesOf(change)) used.add(hash);
    }
    const blobs = await BlobStore.open(join(folder, "blobs"), used);
    const store = new ChangeStore(folder, limits, entries.values(), blobs);
    // Appending to a line that was cut off would spoil the next one too.
    if (!isSound) await store.#rewrite();
    await store.#keepWithinLimits();
    return store;
  }

  /** Oldest first. */
  get prompts(): Iterable<PromptEntry> {
    return this.#prompts.values();
  }

  prompt(id: string): PromptEntry | undefined {
    return this.#prompts.get(id);
  }

  change(id: string): StoredChange | undefined {
    return this.#prompts.get(id.slice(0, id.indexOf(".")))?.changes.get(id);
  }

  newPromptId(): string {
    for (;;) {
      // Letters and digits that people can read out and type.
      const id = Array.from(randomBytes(6), (byte) => "23456789abcdefghjkmnpqrstuvwxyz"[byte % 31]).join("");
      if (!this.#prompts.has(id)) return id;
    }
  }

  /** Texts must be in `blobs` before. On disk when it returns. */
  async append(records: readonly ChangeRecord[]): Promise<void> {
    if (records.length === 0) return;
    await this.#write(records);
    await this.#keepWithinLimits();
  }

  async close(): Promise<void> {
    await this.#index?.close();
    this.#index = undefined;
  }

  #apply(record: ChangeRecord, released: Set<string>): void {
    const old = record.type === "change" ? this.change(record.change.id) : undefined;
    const gone = record.type === "forget" ? changesOf(this.#prompts, record.id) : old ? [old] : [];
    applyRecord(this.#prompts, record);
    if (record.type === "change" && this.change(record.change.id)) this.#count(record.change, 1);
    for (const change of gone) {
      this.#count(change, -1);
      for (const hash of hashesOf(change)) released.add(hash);
    }
  }

  #count(change: StoredChange, step: 1 | -1): void {
    for (const hash of hashesOf(change)) this.#uses.set(hash, (this.#uses.get(hash) ?? 0) + step);
  }

  async #deleteUnused(hashes: Iterable<string>): Promise<void> {
    for (const hash of hashes) {
      if ((this.#uses.get(hash) ?? 0) > 0) continue;
      this.#uses.delete(hash);
      await this.blobs.delete(hash);
    }
  }

  /** The oldest prompts go first; of the only one left, the texts of its oldest changes. */
  async #keepWithinLimits(): Promise<void> {
    const { totalBytes, prompts } = this.#limits;
    while (this.#prompts.size > prompts || (this.#isTooLarge(totalBytes) && this.#prompts.size > 1)) {
      const [oldest] = this.#prompts.keys();
      await this.#write([{ type: "forget", id: oldest! }]);
    }
    while (this.#isTooLarge(totalBytes)) {
      const [entry] = this.#prompts.values();
      const oldest = entry && [...entry.changes.values()].find((change) => hashesOf(change).length > 0);
      if (!oldest) break;
      await this.#write([{ type: "change", change: withoutTexts(oldest) }]);
    }
    if (this.#indexBytes > smallIndex && this.#indexBytes > 2 * this.#liveBytes) await this.#rewrite();
  }

  #isTooLarge(totalBytes: number): boolean {
    return this.blobs.total > totalBytes;
  }

  async #write(records: readonly ChangeRecord[]): Promise<void> {
    this.#index ??= await this.#openIndex();
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    try {
      await this.#index.appendFile(lines);
      await this.#index.datasync();
    } catch (error) {
      // A full disk may have taken half a line.
      await this.#index.truncate(this.#indexBytes).catch(() => {});
      throw error;
    }
    this.#indexBytes += Buffer.byteLength(lines);
    const released = new Set<string>();
    for (const record of records) this.#apply(record, released);
    await this.#deleteUnused(released);
  }

  async #openIndex(): Promise<FileHandle> {
    const index = await open(join(this.#folder, "index.jsonl"), "a", 0o600);
    this.#indexBytes = (await index.stat()).size;
    return index;
  }

  /** The index without what has been replaced or dropped since. */
  async #rewrite(): Promise<void> {
    await this.close();
    const path = join(this.#folder, "index.jsonl");
    const lines = [...this.#prompts.values()]
      .flatMap(recordsOf)
      .map((record) => `${JSON.stringify(record)}\n`);
    const text = lines.join("");
    await writePrivateFile(path, text);
    await syncFolderOf(path);
    this.#indexBytes = Buffer.byteLength(text);
    this.#liveBytes = this.#indexBytes;
  }
}

async function readIndex(path: string): Promise<{ entries: Map<string, PromptEntry>; isSound: boolean }> {
  const entries = new Map<string, PromptEntry>();
  let text: string;
  try {
    // A pipe would hold us for ever.
    if (!(await lstat(path)).isFile()) throw new Error(`${path} is not a regular file: remove it`);
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { entries, isSound: true };
    throw error;
  }
  const lines = text.split("\n");
  let isSound = lines.pop() === "";
  for (const line of lines) {
    const record = parseRecord(line);
    if (record) applyRecord(entries, record);
    else isSound = false;
  }
  return { entries, isSound };
}

function applyRecord(entries: Map<string, PromptEntry>, record: ChangeRecord): void {
  switch (record.type) {
    case "prompt":
      if (!entries.has(record.prompt.id)) {
        entries.set(record.prompt.id, { prompt: record.prompt, changes: new Map(), notes: [] });
      }
      break;
    case "note":
      entries.get(record.prompt)?.notes.push(record.text);
      break;
    case "change":
      entries.get(record.change.prompt)?.changes.set(record.change.id, record.change);
      break;
    case "forget":
      if (!entries.delete(record.id)) {
        for (const { changes } of entries.values()) changes.delete(record.id);
      }
  }
}

function changesOf(entries: ReadonlyMap<string, PromptEntry>, id: string): StoredChange[] {
  const whole = entries.get(id);
  if (whole) return [...whole.changes.values()];
  return [...entries.values()].flatMap(({ changes }) => changes.get(id) ?? []);
}

function recordsOf({ prompt, changes, notes }: PromptEntry): ChangeRecord[] {
  return [
    { type: "prompt", prompt },
    ...notes.map((text): ChangeRecord => ({ type: "note", prompt: prompt.id, text })),
    ...[...changes.values()].map((change): ChangeRecord => ({ type: "change", change })),
  ];
}

function hashesOf({ before, after }: StoredChange): string[] {
  return [before, after].flatMap((side) => (side.kind === "text" ? [side.hash] : []));
}

function withoutTexts(change: StoredChange): StoredChange {
  const bare = (side: Side): Side => (side.kind === "text" ? { kind: "opaque", why: "overLimit" } : side);
  return { ...change, before: bare(change.before), after: bare(change.after) };
}

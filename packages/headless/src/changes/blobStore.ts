import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { makePrivateFolder } from "@idebridge/sdk/node";
import { writePrivateFile } from "./privateFiles.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** Damaged bytes could unpack to anything. */
const mostBytes = 512 * 1024 * 1024;
const blobName = /^[0-9a-f]{64}$/;

/** File contents under their sha256, each once, compressed. What is read is checked against its name. */
export class BlobStore {
  readonly #folder: string;
  readonly #sizes: Map<string, number>;
  #total = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#sizes = new Map();
  }

  /** Deletes what no record uses: a run that was killed may have left some. */
  static async open(folder: string, used: ReadonlySet<string>): Promise<BlobStore> {
    makePrivateFolder(folder);
    const store = new BlobStore(folder);
    for (const name of await readdir(folder)) {
      if (!blobName.test(name) || !used.has(name)) {
        await rm(join(folder, name), { force: true, recursive: true });
        continue;
      }
      store.#noteSize(name, (await stat(join(folder, name))).size);
    }
    return store;
  }

  /** Bytes on disk. */
  get total(): number {
    return this.#total;
  }

  has(hash: string): boolean {
    return this.#sizes.has(hash);
  }

  async put(hash: string, bytes: Buffer): Promise<void> {
    if (this.has(hash)) return;
    const packed = await pack(bytes, { level: 1 });
    await writePrivateFile(join(this.#folder, hash), packed);
    this.#noteSize(hash, packed.length);
  }

  /** `undefined` when it is not there or damaged. */
  async get(hash: string): Promise<Buffer | undefined> {
    if (!blobName.test(hash)) return undefined;
    try {
      const packed = await readFile(join(this.#folder, hash));
      const bytes = await unpack(packed, { maxOutputLength: mostBytes });
      return createHash("sha256").update(bytes).digest("hex") === hash ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  async delete(hash: string): Promise<void> {
    await rm(join(this.#folder, hash), { force: true });
    this.#total -= this.#sizes.get(hash) ?? 0;
    this.#sizes.delete(hash);
  }

  #noteSize(hash: string, size: number): void {
    this.#total += size;
    this.#sizes.set(hash, size);
  }
}

import type { FolderEntry } from "@idebridge/headless/protocol";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import type { Notices } from "./notices.ts";

/** One line of the tree. */
export interface TreeRow {
  readonly entry: FolderEntry;
  readonly level: number;
  readonly isOpen: boolean;
  /** How many entries of this folder are not shown; the row says so. */
  readonly left?: number;
}

interface Folder {
  readonly entries: readonly FolderEntry[];
  readonly left: number;
}

/** The files of the workspace: a folder is read when it is opened. */
export class FileTree {
  readonly #folders = signal<ReadonlyMap<string, Folder>>(new Map());
  readonly #open = signal<ReadonlySet<string>>(new Set());
  readonly #roots = signal<readonly string[]>([]);
  readonly rows = computed(() => {
    const rows: TreeRow[] = [];
    const roots = this.#roots.value;
    // A single folder needs no row of its own.
    if (roots.length === 1) this.#addContents(rows, roots[0]!, 1);
    else
      for (const path of roots)
        this.#addEntry(rows, { name: path, path, kind: "folder", isIgnored: false }, 1);
    return rows;
  });
  readonly #link: ControlLink;
  readonly #notices: Notices;

  constructor(link: ControlLink, notices: Notices) {
    this.#link = link;
    this.#notices = notices;
  }

  /** Reads again what is shown. */
  async refresh(roots: readonly string[] = this.#roots.value): Promise<void> {
    this.#roots.value = roots;
    const [only] = roots;
    const wanted = new Set([
      ...(roots.length === 1 && only !== undefined ? [only] : []),
      ...this.#open.value,
    ]);
    await Promise.all([...wanted].map((path) => this.#read(path)));
  }

  async toggle(path: string): Promise<void> {
    const open = new Set(this.#open.value);
    if (open.delete(path)) {
      this.#open.value = open;
      return;
    }
    if (!this.#folders.value.has(path)) await this.#notices.attempt(() => this.#read(path, true));
    this.#open.value = new Set([...this.#open.value, path]);
  }

  async #read(path: string, mustBe = false): Promise<void> {
    try {
      const { entries, left } = await this.#link.request("files/list", { path });
      this.#folders.value = new Map(this.#folders.value).set(path, { entries, left });
    } catch (error) {
      if (mustBe) throw error;
      if (this.#link.state.value.kind !== "online") return;
      // It is gone: so is what was seen of it.
      const folders = new Map(this.#folders.value);
      folders.delete(path);
      this.#folders.value = folders;
    }
  }

  #addEntry(rows: TreeRow[], entry: FolderEntry, level: number): void {
    const isOpen = entry.kind === "folder" && this.#open.value.has(entry.path);
    rows.push({ entry, level, isOpen });
    if (isOpen) this.#addContents(rows, entry.path, level + 1);
  }

  #addContents(rows: TreeRow[], path: string, level: number): void {
    const folder = this.#folders.value.get(path);
    if (!folder) return;
    for (const entry of folder.entries) this.#addEntry(rows, entry, level);
    if (folder.left > 0) {
      const name = `… and ${folder.left} more`;
      rows.push({
        entry: { name, path: `${path}/…`, kind: "other", isIgnored: true },
        level,
        isOpen: false,
        left: folder.left,
      });
    }
  }
}

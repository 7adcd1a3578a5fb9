import {
  type ControlEvent,
  type FileChange,
  isUnannounced,
  type PromptChanges,
  type RevertRequest,
} from "@idebridge/headless/protocol";
import { messageOf } from "@idebridge/sdk/core";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import { ChangeDesk } from "./changeDesk.ts";
import { type Notices, noMoreFiles } from "./notices.ts";
import { baseName } from "./session.ts";

/** What agents wrote without asking, by prompt. */
export class Changes {
  /** The latest first. */
  readonly prompts = signal<readonly PromptChanges[]>([]);
  readonly desk = signal<ChangeDesk | undefined>(undefined);
  readonly currentId = signal<string | undefined>(undefined);
  /** A file to be reverted that may be the user's own work: they are asked first. */
  readonly doubt = signal<FileChange | undefined>(undefined);
  /** Why there are none and will be none: they are not recorded. */
  readonly problem = signal<string | undefined>(undefined);
  readonly unseen = computed(
    () => this.prompts.value.flatMap(({ files }) => files).filter(({ state }) => state === "unseen").length,
  );
  readonly #link: ControlLink;
  readonly #notices: Notices;

  constructor(link: ControlLink, notices: Notices) {
    this.#link = link;
    this.#notices = notices;
  }

  async refresh(): Promise<void> {
    try {
      const prompts = await this.#link.request("changes/list");
      this.prompts.value = prompts.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
      this.problem.value = undefined;
    } catch (error) {
      this.problem.value = messageOf(error);
      return;
    }
    await this.choose(this.#find(this.currentId.value)?.id ?? this.#first()?.id);
  }

  hear(event: ControlEvent): void {
    if (event.type !== "changesChanged") return;
    const { prompt } = event;
    const others = this.prompts.value.filter(({ id }) => id !== prompt.id);
    const known = this.prompts.value.find(({ id }) => id === prompt.id);
    const isEmpty = prompt.files.length === 0 && prompt.notes.length === 0;
    this.prompts.value = [...(isEmpty ? [] : [prompt]), ...others].toSorted((a, b) =>
      b.startedAt.localeCompare(a.startedAt),
    );
    this.#announce(known, prompt);
    const chosen = this.#find(this.currentId.value);
    if (!chosen) void this.choose(this.#first()?.id);
    else if (prompt.files.some(({ id }) => id === chosen.id)) void this.choose(chosen.id);
  }

  async choose(id: string | undefined): Promise<void> {
    this.currentId.value = id;
    const path = this.#find(id)?.path;
    if (id === undefined || path === undefined) {
      this.desk.value = undefined;
      return;
    }
    const desk = await this.#notices.attempt(async () => {
      const [texts, timeline] = await Promise.all([
        this.#link.request("changes/read", { id }),
        this.#link.request("files/timeline", { path }).catch(() => []),
      ]);
      return ChangeDesk.open(texts, timeline);
    });
    if (this.currentId.value !== id) return;
    const last = this.desk.value;
    if (desk && last?.id === desk.id) desk.goOnFrom(last);
    this.desk.value = desk;
  }

  move(by: 1 | -1): void {
    const files = this.prompts.value.flatMap((prompt) => prompt.files);
    const at = files.findIndex(({ id }) => id === this.currentId.value);
    const next = files[at + by];
    if (next) void this.choose(next.id);
    else this.#notices.show({ kind: "info", text: noMoreFiles(by) }, 2_000);
  }

  /** Keeps a file's change, or those of a whole prompt. */
  async keep(id: string): Promise<void> {
    const next = this.#nextUnseen(id);
    await this.#notices.attempt(async () => {
      const { kept } = await this.#link.request("changes/keep", { id });
      this.#notices.show({ kind: "success", text: kept === 1 ? "Kept" : `Kept ${kept} files` }, 3_000);
    });
    if (next && id === this.currentId.value) await this.choose(next.id);
  }

  /** Keeps a hunk; when that was the last one, the file. */
  async keepHunk(desk: ChangeDesk, hunk: number): Promise<void> {
    if (desk.keepHunk(hunk) && desk.texts.change.state === "unseen") await this.keep(desk.id);
  }

  /** Takes back a file's change; one that nobody announced only when the user is sure. */
  async revertFile(change: FileChange): Promise<void> {
    if (isUnannounced(change)) this.doubt.value = change;
    else await this.revert(change.id, { changedAt: change.changedAt });
  }

  answerDoubt(isSure: boolean): void {
    const change = this.doubt.value;
    this.doubt.value = undefined;
    if (isSure && change) void this.revert(change.id, { changedAt: change.changedAt });
  }

  /** Takes back a prompt, a file's change, or some hunks of it. Nothing is written over what changed since. */
  async revert(id: string, options: Omit<RevertRequest, "id"> = {}): Promise<void> {
    await this.#notices.attempt(async () => {
      const result = await this.#link.request("changes/revert", { id, ...options });
      if (result.outcome !== "reverted") {
        this.#notices.show({ kind: "error", text: result.message }, 10_000);
        return;
      }
      const [first] = result.paths;
      const what =
        result.paths.length === 1 && first !== undefined ? baseName(first) : `${result.paths.length} files`;
      this.#notices.show(
        { kind: "success", text: options.hunks ? `Reverted a hunk of ${what}` : `Reverted ${what}` },
        4_000,
      );
    });
  }

  #announce(known: PromptChanges | undefined, { client, files }: PromptChanges): void {
    const fresh = files.filter(
      ({ id, changedAt, state }) =>
        state === "unseen" && !known?.files.some((file) => file.id === id && file.changedAt === changedAt),
    );
    const [first] = fresh;
    if (!first) return;
    const what = fresh.length === 1 ? baseName(first.path) : `${fresh.length} files`;
    this.#notices.say(`${client.name} changed ${what}`);
  }

  #find(id: string | undefined): FileChange | undefined {
    return this.prompts.value.flatMap(({ files }) => files).find((file) => file.id === id);
  }

  #first(): FileChange | undefined {
    const files = this.prompts.value.flatMap((prompt) => prompt.files);
    return files.find(({ state }) => state === "unseen") ?? files[0];
  }

  #nextUnseen(id: string): FileChange | undefined {
    const files = this.prompts.value.flatMap((prompt) => prompt.files);
    const at = files.findIndex((file) => file.id === id);
    return [...files.slice(at + 1), ...files.slice(0, Math.max(0, at))].find(
      ({ state }) => state === "unseen",
    );
  }
}

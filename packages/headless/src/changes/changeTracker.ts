import { createHash } from "node:crypto";
import { dirname, resolve, sep } from "node:path";
import type { Client, Logger } from "@idebridge/sdk";
import type { Clock } from "@idebridge/sdk/core";
import { realOf } from "@idebridge/sdk/node";
import { FolderWatcher } from "../documents/folderWatcher.ts";
import { type CapturedFile, captureFile, captureMilliseconds } from "./captureFile.ts";
import type { ChangeRecorder, Observation } from "./changeRecorder.ts";
import type { PromptEntry } from "./changeStore.ts";
import { type ClientSession, ClientSessions, type RunningPrompt } from "./clientSessions.ts";
import { type Content, decode, readContent, sameContent } from "./content.ts";
import type { SerialQueue } from "./serialQueue.ts";
import type { MemoryOptions } from "./workspaceMemory.ts";
import { WorkspaceObserver } from "./workspaceObserver.ts";

export interface TrackerOptions extends MemoryOptions {
  readonly stateDir: string;
  readonly burstFiles: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly queue: SerialQueue;
  readonly recorder: ChangeRecorder;
  readonly recorded: (prompt: PromptEntry) => void;
}

/** Captured before the workspace was known, it may be older than what is known. */
interface Announcing {
  readonly captured: Promise<CapturedFile> | undefined;
}

/** A client that is cut off comes back at once: the workspace is not read again for that. */
const lingerMilliseconds = 1000;

/** Follows what clients do, and finds out which files they have changed. */
export class ChangeTracker {
  readonly #options: TrackerOptions;
  readonly #sessions = new ClientSessions();
  readonly #connected = new Set<number>();
  readonly #announcedFolders: FolderWatcher;
  /** Hashes of what the user is about to save, by path. */
  readonly #savedByUser = new Map<string, string>();
  /** Announced just now, by path, and not looked at yet: what is on disk there may be the write already. */
  readonly #announcing = new Map<string, readonly Announcing[]>();
  #observer: WorkspaceObserver | undefined;
  #cancelStop = () => {};
  #ownWrites = 0;

  constructor(options: TrackerOptions) {
    this.#options = options;
    this.#announcedFolders = new FolderWatcher({
      changed: () => this.#start(() => this.#observe(this.#sessions.announced())),
    });
  }

  get watches(): number {
    return (this.#observer?.watches ?? 0) + this.#announcedFolders.size;
  }

  clientConnected(client: Client): void {
    this.#connected.add(client.id);
    this.#sessions.get(client);
    this.#cancelStop();
    if (this.#observer) return;
    const observer = new WorkspaceObserver({
      ...this.#options,
      ready: () => this.#start(() => this.observeAll()),
      incomplete: (error) =>
        this.#options.logger.warn?.("not all of the workspace can be watched", { error: String(error) }),
    });
    this.#observer = observer;
    this.#start(() => observer.start());
  }

  clientDisconnected(client: Client): void {
    const session = this.#sessions.get(client);
    this.#connected.delete(client.id);
    this.#start(async () => {
      await this.observeAll();
      this.#settle(session);
      this.#sessions.delete(client);
    });
    if (this.#connected.size > 0) return;
    this.#cancelStop();
    this.#cancelStop = this.#options.clock.after(lingerMilliseconds, () => this.#stopObserver());
  }

  promptStarted(client: Client): void {
    const session = this.#sessions.get(client);
    session.accepted.clear();
    this.#start(async () => {
      await this.observeAll();
      this.#settle(session);
      this.#sessions.startPrompt(session);
    });
  }

  async writeAnnounced(
    client: Client,
    path: string,
    capturing = captureFile(path, this.#options),
  ): Promise<void> {
    const session = this.#sessions.get(client);
    const accepted = session.accepted.get(resolve(path));
    session.accepted.delete(resolve(path));
    const ownWrites = this.#ownWrites;
    // While the workspace is still being read, what is in memory may be newer than what is captured here.
    const isReady = this.#observer?.memory !== undefined;
    const stopWaiting = this.#waitFor(resolve(path), { captured: isReady ? capturing : undefined });
    this.#start(async () => {
      stopWaiting();
      const { path: real, content, isLate } = await capturing;
      // It may be written already when it is read: then the last known text has to do.
      const isCurrent = !isLate && ownWrites === this.#ownWrites;
      await this.#observe([...session.announced.keys()].filter((other) => other !== real));
      // What a shell command has just done to it is a change of its own, not the state before this write.
      const mayHaveChanged = session.announced.has(real) || (isReady && this.#isTold(real));
      if (isCurrent && mayHaveChanged) await this.#observe([real], content);
      if (!session.announced.has(real)) this.#announcedFolders.add(dirname(real));
      session.announced.set(real, { accepted });
      if (isCurrent) this.#observer?.memory?.remember(real, content, "announced");
    });
    await this.#withinTime(capturing, () =>
      this.#options.logger.warn?.("a file was not read in time before an agent writes it", { path }),
    );
  }

  writesMayHaveEnded(client: Client): void {
    // It may have left meanwhile: nobody would ever end a session that begins now.
    const session = this.#sessions.find(client);
    if (session === undefined) return;
    this.#start(async () => {
      await this.#observe([...session.announced.keys()]);
      this.#settle(session);
    });
  }

  accepted(client: Client, path: string, contents: string): void {
    // One that has left, or is none of those that write, would keep it for ever.
    if (this.#connected.has(client.id)) this.#sessions.get(client).accepted.set(resolve(path), contents);
  }

  savedByUser(path: string, contents: string | Buffer): void {
    const hash = createHash("sha256").update(contents).digest("hex");
    this.#start(async () => {
      if (this.#savedByUser.size > 1000) this.#savedByUser.clear();
      this.#savedByUser.set(realOf(resolve(path)), hash);
    });
  }

  /** Of a revert: these are no changes. */
  written(writes: readonly { readonly path: string; readonly to: Content }[]): void {
    this.#ownWrites++;
    for (const { path, to } of writes) this.#observer?.memory?.remember(path, to);
  }

  /** Looks at all that may have changed. To be run in the queue. */
  async observeAll(): Promise<void> {
    await this.#observe(this.#sessions.announced());
    if (!this.#observer) return;
    const { paths, notes } = await this.#observer.collect((path) => this.#sessions.isAnnounced(path));
    await this.#observe(paths);
    for (const { text, path } of notes) {
      const owner = this.#sessions.ownerOf(path);
      if (owner) await this.#note(owner.prompt, text);
    }
  }

  /** What is recorded until now stays; nothing is watched any more. */
  async close(): Promise<void> {
    this.#cancelStop();
    this.#announcedFolders.close();
    // Not worth waiting for: nothing can have been noticed yet.
    if (!this.#observer?.memory) this.#stopObserver();
    if (this.#connected.size > 0) this.#start(() => this.observeAll());
    await this.#options.queue.end();
    this.#stopObserver();
  }

  async #observe(paths: readonly string[], captured?: Content): Promise<void> {
    const memory = this.#observer?.memory;
    if (!memory || paths.length === 0) return;
    const recalled = await memory.recall(paths);
    const observed = new Map<RunningPrompt, Observation[]>();
    for (const path of paths) {
      const before = recalled.get(path)!;
      const current = captured ?? (await this.#look(path));
      const isReadable = current?.kind !== "opaque" || current.why !== "unreadable";
      if (!current || !isReadable || sameContent(before.content, current)) continue;
      const texts = this.#sessions.accepted(path);
      const accepted = acceptance(await this.#comparable(path, current, texts), texts);
      // Not yet what it will be: there is another look at it to come.
      if (accepted === "in part") continue;
      const prompt = accepted === "whole" ? undefined : this.#promptOf(path, current);
      if (prompt) observed.set(prompt, [...(observed.get(prompt) ?? []), { path, before, current }]);
      else memory.remember(path, current);
    }
    for (const [prompt, observations] of observed) {
      await this.#record(prompt, observations);
      // Not before: what could not be recorded, on a full disk say, is found again the next time.
      for (const { path, current } of observations) {
        memory.remember(path, current, this.#sessions.isAnnounced(path) ? "announced" : "known");
      }
    }
  }

  /** `undefined` when the user has made the change, or nobody is there who could have. */
  #promptOf(path: string, current: Content): RunningPrompt | undefined {
    if (current.kind === "text" && this.#savedByUser.get(path) === current.hash) {
      this.#savedByUser.delete(path);
      return undefined;
    }
    return this.#sessions.ownerOf(path)?.prompt;
  }

  async #record(prompt: RunningPrompt, observations: readonly Observation[]): Promise<void> {
    const { recorder, recorded, burstFiles } = this.#options;
    const kept = observations.filter(({ path }) => {
      if (this.#sessions.isAnnounced(path) || prompt.unannounced.has(path)) return true;
      if (prompt.unannounced.size >= burstFiles) return false;
      prompt.unannounced.add(path);
      return true;
    });
    const entry = await recorder.record(prompt, kept);
    if (entry) recorded(entry);
    if (kept.length === observations.length || prompt.isFull) return;
    prompt.isFull = true;
    await this.#note(prompt, `More than ${burstFiles} files changed; the others are not recorded.`);
  }

  async #note(prompt: RunningPrompt, text: string): Promise<void> {
    const entry = await this.#options.recorder.note(prompt, text);
    if (entry) this.#options.recorded(entry);
  }

  /** The workspace's watch has told of it, or would have. */
  #isTold(path: string): boolean {
    if (this.#observer?.isPending(path)) return true;
    const isWatched = this.#options.folders.some((folder) => path.startsWith(folder + sep));
    return isWatched && this.#observer?.memory?.knows(path) === true;
  }

  #waitFor(path: string, announcing: Announcing): () => void {
    this.#announcing.set(path, [...(this.#announcing.get(path) ?? []), announcing]);
    return () => {
      const left = this.#announcing.get(path)!.filter((each) => each !== announcing);
      if (left.length > 0) this.#announcing.set(path, left);
      else this.#announcing.delete(path);
    };
  }

  /** A file as it is, or as it was when a write was announced that may be there already. `undefined`: not to be told now. */
  async #look(path: string): Promise<Content | undefined> {
    const content = await this.#read(path);
    // Only now: it may have been announced, and written, while it was read.
    const announcing = this.#announcing.get(path)?.[0];
    return announcing === undefined ? content : (await announcing.captured)?.content;
  }

  #settle(session: ClientSession): void {
    for (const path of session.announced.keys()) {
      this.#announcedFolders.remove(dirname(path));
      this.#observer?.memory?.release(path);
    }
    session.announced.clear();
  }

  #stopObserver(): void {
    this.#observer?.stop();
    this.#observer = undefined;
  }

  async #withinTime(task: Promise<unknown>, late: () => void): Promise<void> {
    let cancel = () => {};
    const timeout = new Promise<void>((done) => {
      cancel = this.#options.clock.after(captureMilliseconds, () => {
        late();
        done();
      });
    });
    await Promise.race([task, timeout]).finally(cancel);
  }

  /** What is too large to be recorded is read all the same when it may be what was accepted. */
  async #comparable(path: string, current: Content, accepted: readonly string[]): Promise<Content> {
    if (current.kind !== "opaque" || current.why !== "tooLarge" || accepted.length === 0) return current;
    // Other line endings can double it, and a byte order mark may come before.
    const fileBytes = 3 + 2 * Math.max(...accepted.map((text) => Buffer.byteLength(text)));
    return readContent(path, { ...this.#options, fileBytes });
  }

  #read(path: string): Promise<Content> {
    return readContent(path, this.#options);
  }

  #start(task: () => Promise<void>): void {
    this.#options.queue.start(task);
  }
}

/** Whether a file is what users have accepted, or the beginning of it because it is being written right now. */
function acceptance(current: Content, accepted: readonly string[]): "whole" | "in part" | undefined {
  const text = current.kind === "text" ? decode(current.bytes) : undefined;
  if (text === undefined || accepted.length === 0) return undefined;
  if (accepted.some((each) => withoutEndings(each) === withoutEndings(text))) return "whole";
  return accepted.some((each) => each.startsWith(text)) ? "in part" : undefined;
}

/** Claude Code drops a trailing line break of what it writes, and may keep to the line endings of the file. */
function withoutEndings(text: string): string {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\r\n", "\n")
    .replace(/\n+$/, "");
}

import { IdeBridgeError } from "@idebridge/sdk";
import { relativeTo } from "@idebridge/sdk/core";
import { currentPlatform } from "@idebridge/sdk/node";
import type { ForAgent, RefactoredFile, RefactoringResult } from "../control/codeProtocol.ts";
import type { DecidedReview, ReviewGroup } from "../control/controlProtocol.ts";
import type { DocumentStore } from "../documents/documentStore.ts";
import type { Inbox } from "../inbox.ts";
import { clientOf } from "./clientOf.ts";
import { isUnchanged, WriteFailure, writeAllReviewed } from "./writeReviewed.ts";

/** A file as it is, `undefined` when there is none, and as it shall be. */
export interface ProposedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly contents: string;
}

export interface ProposedChange extends ForAgent {
  /** For people, such as "Rename greet to welcome". */
  readonly title: string;
  readonly files: readonly ProposedFile[];
}

export interface ReviewedChangeOptions {
  readonly documents: DocumentStore;
  /** Patches name files from here. */
  readonly folders: () => readonly string[];
  /** Who decides. `undefined` when nobody can. */
  readonly inbox: Inbox | undefined;
  /** The number for the next proposal, unique in the inbox. */
  readonly nextId: () => number;
  /** Called before a file is written that is not open. */
  readonly writing?: (path: string, contents: string) => void;
  readonly warn?: (message: string) => void;
}

interface DecidedFile extends ProposedFile {
  readonly review: DecidedReview;
  /** What the file shall hold; `undefined` when it was rejected. */
  readonly accepted: string | undefined;
}

/** In characters: what a model can read with profit. */
const longestPatch = 6_000;

/**
 * A change of several files that idebridge itself would write: proposed to the user as one group, and written when
 * the last file is decided. All that was accepted, or, when a file has changed meanwhile, nothing.
 */
export class ReviewedChange {
  readonly #options: ReviewedChangeOptions;
  #groups = 0;

  constructor(options: ReviewedChangeOptions) {
    this.#options = options;
  }

  async propose(change: ProposedChange, signal: AbortSignal): Promise<RefactoringResult> {
    const { title, files } = change;
    const { inbox } = this.#options;
    if (inbox === undefined) return { outcome: "notReviewed", title, patches: await this.#patchesOf(files) };
    const decided = await this.#decisions(inbox, change, signal);
    const accepted = decided.flatMap(({ path, before, accepted }) =>
      accepted === undefined ? [] : [{ path, before, contents: accepted }],
    );
    if (isTakenBack(decided) || signal.aborted) {
      if (accepted.length > 0) {
        this.#options.warn?.(
          `${title} was taken back before all of it was decided: nothing of it was written`,
        );
      }
      throw takenBack(title, signal);
    }
    const { documents, writing } = this.#options;
    const touched: string[] = [];
    for (const file of accepted) if (!(await isUnchanged(file, documents))) touched.push(file.path);
    if (touched.length > 0) {
      const names = touched.map((path) => this.#nameOf(path)).join(", ");
      // The user was told "accepted", file by file.
      this.#options.warn?.(`${title}: nothing was written, as this has changed meanwhile: ${names}`);
      return { outcome: "changedMeanwhile", title, paths: touched };
    }
    try {
      const unsaved = await writeAllReviewed(accepted, documents, writing);
      const results = decided.map((file) => this.#resultOf(file, unsaved.has(file.path)));
      return { outcome: "decided", title, files: await Promise.all(results) };
    } catch (error) {
      if (!(error instanceof WriteFailure)) throw error;
      const { path, message, left } = error;
      const rest = left.map((each) => this.#nameOf(each)).join(", ");
      const but = rest === "" ? "" : `. Written before that, and not put back: ${rest}`;
      this.#options.warn?.(`${title}: nothing was written: ${message}${but}`);
      return { outcome: "notWritten", title, path, message, left };
    }
  }

  /** Waits for all of them. When the caller leaves, the inbox takes back what is still open. */
  #decisions(
    inbox: Inbox,
    { title, files, agent }: ProposedChange,
    signal: AbortSignal,
  ): Promise<readonly DecidedFile[]> {
    const group: ReviewGroup = { id: ++this.#groups, title, size: files.length };
    const client = clientOf(agent);
    return Promise.all(
      files.map(async (file) => {
        const { path, contents } = file;
        const id = this.#options.nextId();
        const proposal = { id, path, oldPath: path, contents, title };
        const decision = await inbox.review(proposal, { client, signal }, { group });
        const review = inbox.history().findLast((each) => each.id === id);
        if (review === undefined) throw takenBack(title, signal);
        // Accepted with nothing of it left is as good as rejected.
        const isAccepted = decision.outcome === "accepted" && decision.contents !== file.before;
        return { ...file, review, accepted: isAccepted ? decision.contents : undefined };
      }),
    );
  }

  async #resultOf(
    { path, before, contents, review, accepted }: DecidedFile,
    isUnsaved: boolean,
  ): Promise<RefactoredFile> {
    const { by, message } = review;
    const said = { path, by, ...(message !== undefined && { message }) };
    if (accepted === undefined) return { ...said, outcome: "rejected" };
    const unsaved = isUnsaved ? ({ isUnsaved: true } as const) : {};
    if (accepted === contents) return { ...said, outcome: "accepted", ...unsaved };
    const patch = await this.#patchOf({ path, before, contents: accepted });
    return { ...said, outcome: "edited", patch, ...unsaved };
  }

  async #patchesOf(files: readonly ProposedFile[]): Promise<readonly string[]> {
    const patches: string[] = [];
    for (const file of files) patches.push(await this.#patchOf(file));
    return patches;
  }

  async #patchOf({ path, before, contents }: ProposedFile): Promise<string> {
    const { unifiedPatch } = await import("@idebridge/review");
    const patch = unifiedPatch(before ?? null, contents, { path: this.#nameOf(path) });
    return patch.length > longestPatch ? `${patch.slice(0, longestPatch)}\n… (cut)\n` : patch;
  }

  #nameOf(path: string): string {
    const places = this.#options.folders().map((folder) => relativeTo(folder, path, currentPlatform()));
    return places.find((place) => place !== undefined) ?? path;
  }
}

/** By the caller, or because idebridge is closing down. */
function takenBack(title: string, signal: AbortSignal): Error {
  return (
    signal.reason ?? new IdeBridgeError("ABORTED", `${title} was taken back, and nothing of it was written`)
  );
}

function isTakenBack(files: readonly DecidedFile[]): boolean {
  return files.some(({ review }) => review.outcome === "withdrawn");
}

import type { Proposal } from "@idebridge/sdk";
import { messageOf } from "@idebridge/sdk/core";
import { type ChangedLines, countChangedLines, countRebased } from "./documents/countChangedLines.ts";
import { DocumentError } from "./documents/documentError.ts";
import { readStamp } from "./documents/fileStamp.ts";
import { readTextFile } from "./documents/readTextFile.ts";

/** A file that is proposed to be changed, and what is known of it. */
export interface ReviewedFile {
  readonly proposal: Proposal;
  /** As it was first seen. */
  base?: Base;
  /** As it was last looked at. */
  seen: Seen | undefined;
}

interface Base extends ChangedLines {
  readonly text: string | undefined;
}

export interface Seen extends ChangedLines {
  readonly original: Original;
  /** Of the file on disk; `undefined` when it may change without that being seen in it. */
  readonly stamp: string | undefined;
}

interface Original {
  readonly text: string | undefined;
  readonly problem?: string;
}

/** How long a file that has just been emptied is given to be written. */
const writingMilliseconds = 50;
const mostWaits = 6;

/** Looks at files under review, and how they would change. */
export class ReviewedFiles {
  readonly #readOpen: (path: string) => Promise<string | undefined>;
  /** Ends when the next may be compared. */
  #compared: Promise<unknown> = Promise.resolve();

  constructor(readOpen: (path: string) => Promise<string | undefined>) {
    this.#readOpen = readOpen;
  }

  /** Whether it is worth a look. */
  async mayHaveChanged({ proposal: { oldPath }, seen }: ReviewedFile): Promise<boolean> {
    const isOpen = (await this.#readOpen(oldPath).catch(() => undefined)) !== undefined;
    const stamp = isOpen ? undefined : await stampOn(oldPath);
    return stamp === undefined || stamp !== seen?.stamp;
  }

  /** Compares only what has not been compared before, and is still wanted when its turn comes. */
  async look(file: ReviewedFile, isWanted: () => boolean): Promise<Seen> {
    const { proposal, seen } = file;
    let stamp = await stampOn(proposal.oldPath);
    let original = await this.original(proposal.oldPath);
    // Emptied just now: whoever does that is mostly about to write it anew.
    for (let waits = 0; waits < mostWaits && seen?.original.text && original.text === ""; waits++) {
      if (stamp !== undefined) break;
      await new Promise((resolve) => setTimeout(resolve, writingMilliseconds));
      stamp = await stampOn(proposal.oldPath);
      original = await this.original(proposal.oldPath);
    }
    if (seen && isSame(seen.original, original)) return { ...seen, stamp };
    return { original, stamp, ...(await this.#compare(file, original, isWanted)) };
  }

  async original(path: string): Promise<Original> {
    try {
      const open = await this.#readOpen(path);
      return { text: open ?? (await readTextFile(path)).text };
    } catch (error) {
      if (error instanceof DocumentError && error.code === "NOT_FOUND") return { text: undefined };
      return { text: undefined, problem: messageOf(error) };
    }
  }

  /** One after the other, with a turn for everybody else between two: an agent may propose very much at once. */
  #compare(file: ReviewedFile, original: Original, isWanted: () => boolean): Promise<ChangedLines> {
    const comparing = this.#compared.then(() =>
      isWanted() ? count(file, original) : { added: 0, removed: 0 },
    );
    const turn = () => new Promise(setImmediate);
    this.#compared = comparing.then(turn, turn);
    return comparing;
  }
}

export function isSame(a: Original, b: Original): boolean {
  return a.text === b.text && a.problem === b.problem;
}

async function count(file: ReviewedFile, { text, problem }: Original): Promise<ChangedLines> {
  const { base, proposal } = file;
  const present = text ?? "";
  if (problem === undefined && base) {
    if (text === base.text) return base;
    return countRebased(base.text ?? "", base, proposal.contents, present);
  }
  const lines = await countChangedLines(present, proposal.contents);
  // What cannot be read is no text to carry anything over from.
  if (problem === undefined) file.base = { text, ...lines };
  return lines;
}

async function stampOn(path: string): Promise<string | undefined> {
  const stamp = await readStamp(path).catch(() => undefined);
  return stamp?.isSettled ? stamp.key : undefined;
}

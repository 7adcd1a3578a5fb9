import { type Hunk, Review } from "@idebridge/review";
import { createDiffWorker } from "./createDiffWorker.ts";

/** Texts up to this many characters are compared at once: a worker would take longer to begin. */
const smallText = 60_000;

let worker: Worker | undefined;
let lastId = 0;

/** A review of two texts, whose hunks may be known already. Large texts are compared in a worker. */
export async function startReview(before: string, after: string, known?: readonly Hunk[]): Promise<Review> {
  if (known) return Review.undecided(before, after, known);
  if (before.length + after.length <= smallText) return Review.start(before, after);
  worker ??= createDiffWorker();
  const hunks = await compare(worker, before, after).catch(() => undefined);
  // A browser that has no such worker takes longer, and gets there.
  return hunks === undefined ? Review.start(before, after) : Review.undecided(before, after, hunks);
}

/** Starts the worker before it is wanted. */
export function warmUp(): void {
  worker ??= createDiffWorker();
}

function compare(from: Worker, before: string, after: string): Promise<readonly Hunk[]> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    const answered = ({ data }: MessageEvent<{ id: number; hunks: readonly Hunk[] }>) => {
      if (data.id !== id) return;
      from.removeEventListener("message", answered);
      resolve(data.hunks);
    };
    from.addEventListener("message", answered);
    from.addEventListener("error", reject, { once: true });
    from.postMessage({ id, before, after });
  });
}

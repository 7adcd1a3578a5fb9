import type { Client, Decision, Editor, Proposal } from "../editor/editor.ts";
import { Cancellation } from "../protocol/cancellation.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { ReviewDesk } from "../tools/reviewDesk.ts";

const rejected: Decision = { outcome: "rejected" };

/** The pending reviews of one client, by title. A review that is closed undecided is rejected, never accepted. */
export class PendingReviews implements ReviewDesk {
  readonly #editor: Editor;
  readonly #client: Client;
  readonly #nextId: () => number;
  readonly #others: (title: string) => boolean;
  readonly #pending = new Map<string, Cancellation>();

  constructor(editor: Editor, client: Client, nextId: () => number, others: (title: string) => boolean) {
    this.#editor = editor;
    this.#client = client;
    this.#nextId = nextId;
    this.#others = others;
  }

  async open(proposal: Omit<Proposal, "id">, signal: AbortSignal): Promise<Decision> {
    // The caller has left: nobody would ever close what opens now.
    if (signal.aborted) return rejected;
    const { title } = proposal;
    // The client asks again under the same name: the older question can have no answer any more.
    this.close(title);

    const cancellation = new Cancellation();
    this.#pending.set(title, cancellation);
    const abort = () => cancellation.cancel(signal.reason instanceof Error ? signal.reason : closed());
    signal.addEventListener("abort", abort, { once: true });
    try {
      const call = { signal: cancellation.signal, client: this.#client };
      const decision = this.#editor.review!({ id: this.#nextId(), ...proposal }, call);
      return checked(await cancellation.race(Promise.resolve(decision)), this.#editor.name);
    } catch (error) {
      if (cancellation.reason !== undefined) return rejected;
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      if (this.#pending.get(title) === cancellation) this.#pending.delete(title);
    }
  }

  close(title: string, reason: Error = closed()): boolean {
    const review = this.#pending.get(title);
    if (review === undefined) return false;
    this.#pending.delete(title);
    review.cancel(reason);
    return true;
  }

  closeAll(reason?: Error): number {
    const titles = [...this.#pending.keys()];
    for (const title of titles) this.close(title, reason);
    return titles.length;
  }

  has(title: string): boolean {
    return this.#pending.has(title);
  }

  get size(): number {
    return this.#pending.size;
  }

  isForeign(title: string): boolean {
    return this.#others(title);
  }
}

/** What is no decision must not pass for one: neither for a yes to something else, nor for the user's no. */
function checked(decision: Decision, editor: string): Decision {
  const { outcome, contents } = (decision ?? {}) as { outcome?: unknown; contents?: unknown };
  if (outcome === "rejected" || (outcome === "accepted" && typeof contents === "string")) return decision;
  throw new IdeBridgeError(
    "TOOL_FAILED",
    `${editor} gave no decision: review must return { outcome: "accepted", contents } or { outcome: "rejected" }`,
  );
}

function closed(): Error {
  return new Error("The review was closed before it was decided");
}

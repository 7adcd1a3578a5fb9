import type { Decision, Proposal } from "../editor/editor.ts";

/** The reviews of one client. Another client's are out of its reach. */
export interface ReviewDesk {
  /** Ends as rejected when it is closed, or the signal aborts, before the user has decided. */
  open(proposal: Omit<Proposal, "id">, signal: AbortSignal): Promise<Decision>;
  /** True if a review with this title was pending. */
  close(title: string): boolean;
  /** Returns how many were pending. */
  closeAll(): number;
  /** True if another client has a review with this title: not ours to close. */
  isForeign(title: string): boolean;
}

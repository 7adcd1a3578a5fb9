import type { Inbox } from "./inbox.ts";

/** Decides every review, with nobody asked. */
export function decideAll(inbox: Inbox, review: "accept" | "reject"): void {
  inbox.subscribe((event) => {
    if (event.type === "reviewOpened") void decide(inbox, event.review.id, review);
  });
}

async function decide(inbox: Inbox, id: number, review: "accept" | "reject"): Promise<void> {
  const { proposal } = await inbox.read(id);
  const decision =
    review === "accept"
      ? { outcome: "accepted" as const, contents: proposal.contents }
      : { outcome: "rejected" as const };
  inbox.decide(id, decision, `--review ${review}`);
}

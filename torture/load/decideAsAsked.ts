import type { ControlClient } from "@idebridge/headless";
import type { Decision } from "@idebridge/sdk";
import type { Violations } from "../violations.ts";

/** What a proposal wants: the first word of its title. `nobody` is left undecided. */
export const wishes = ["accept", "edit", "reject", "hold"] as const;
export type Wish = (typeof wishes)[number];

/** What the user writes below what they accept. */
export const addition = "edited by the user\n";

/** A front end that decides each review as its title asks for. */
export function decideAsAsked(frontEnd: ControlClient, violations: Violations): void {
  frontEnd.subscribe((event) => {
    if (event.type !== "reviewOpened") return;
    const { id, title } = event.review;
    void decide(id, title.split(" ")[0] as Wish | "nobody").catch((error: unknown) => {
      // The agent may have left meanwhile; whatever else goes wrong is our fault.
      if (!/is unknown|was withdrawn|Connection|closed/i.test(String(error))) {
        violations.add("a decision was refused", { title, error: String(error) });
      }
    });
  });

  async function decide(id: number, wish: Wish | "nobody"): Promise<void> {
    if (wish === "nobody") return;
    const { proposal } = await frontEnd.request("reviews/read", { id });
    const { contents } = proposal;
    const decision: Decision =
      wish === "reject"
        ? { outcome: "rejected" }
        : { outcome: "accepted", contents: wish === "edit" ? `${contents}${addition}` : contents };
    const holding = wish === "hold" ? { holdMilliseconds: 20 } : {};
    await frontEnd.request("reviews/decide", { id, decision, ...holding });
  }
}

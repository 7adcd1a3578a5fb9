import type { ClientInfo, PendingReview } from "@idebridge/headless";
import { isAgent } from "./isAgent.ts";

/** The agents, and of our own commands those that ask for a review: somebody waits for the answer. */
export function whoIsThere(
  clients: readonly ClientInfo[],
  reviews: readonly PendingReview[],
): readonly ClientInfo[] {
  const all = new Map(clients.filter(isAgent).map((client) => [client.id, client]));
  for (const { client } of reviews) if (!all.has(client.id)) all.set(client.id, client);
  return [...all.values()];
}

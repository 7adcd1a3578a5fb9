import { type ClientInfo, isOwnCommand } from "@idebridge/headless";

/** Not our own commands that just look, and not one that has not said its name yet. */
export function isAgent(client: Pick<ClientInfo, "name">): boolean {
  return !isOwnCommand(client) && client.name !== "unknown";
}

import type { Client, ServerEvent } from "@idebridge/sdk";
import type { CalledTool, ClientActivity } from "../control/controlProtocol.ts";
import { toClientInfo } from "../control/toClientInfo.ts";

/** Different names that are counted of one client: they are its own invention. */
const mostTools = 50;

/** What each client has asked, while it is connected. */
export class ClientActivities {
  readonly #calls = new Map<number, Map<string, CalledTool>>();

  happened(event: ServerEvent): void {
    switch (event.type) {
      case "toolCalled":
        return this.#count(event.client, event.tool, { count: 1, failed: 0 });
      case "toolAnswered":
        // Those who have left are told that they have: nobody else wants to know.
        if (event.result.isError && this.#calls.has(event.client.id))
          this.#count(event.client, event.tool, { count: 0, failed: 1 });
        return;
      case "clientDisconnected":
        this.#calls.delete(event.client.id);
    }
  }

  list(clients: readonly Client[]): readonly ClientActivity[] {
    return clients.map((client) => ({
      client: toClientInfo(client),
      calls: [...(this.#calls.get(client.id)?.values() ?? [])].sort((a, b) =>
        b.lastAt.localeCompare(a.lastAt),
      ),
    }));
  }

  #count({ id }: Client, tool: string, { count, failed }: Pick<CalledTool, "count" | "failed">): void {
    const calls = this.#calls.get(id) ?? new Map<string, CalledTool>();
    this.#calls.set(id, calls);
    const before = calls.get(tool);
    if (before === undefined && calls.size >= mostTools) return;
    calls.set(tool, {
      tool,
      count: (before?.count ?? 0) + count,
      failed: (before?.failed ?? 0) + failed,
      lastAt: new Date().toISOString(),
    });
  }
}

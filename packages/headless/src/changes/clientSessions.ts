import type { Client } from "@idebridge/sdk";
import { isInside, type Platform } from "@idebridge/sdk/core";

/** What a client does between two prompts. It gets an id when something is recorded for it. */
export interface RunningPrompt {
  id: string | undefined;
  readonly client: Client;
  readonly startedAt: Date;
  /** Files recorded that nobody announced. */
  readonly unannounced: Set<string>;
  /** No more of those are recorded. */
  isFull: boolean;
}

export interface ClientSession {
  client: Client;
  prompt: RunningPrompt;
  /** Larger for the client that was prompted later. */
  order: number;
  /** Writes under way, by path, with what the user has accepted in a review for it. */
  readonly announced: Map<string, { readonly accepted: string | undefined }>;
  /** Accepted in a review, by path, and not announced yet. */
  readonly accepted: Map<string, string>;
}

/** The connected clients, and which of them a change belongs to. */
export class ClientSessions {
  readonly #sessions = new Map<number, ClientSession>();
  readonly #platform: Platform = process.platform === "win32" ? "windows" : "posix";
  #order = 0;

  get(client: Client): ClientSession {
    const known = this.#sessions.get(client.id);
    if (known) {
      known.client = client;
      return known;
    }
    const session: ClientSession = {
      client,
      prompt: newPrompt(client),
      order: this.#order++,
      announced: new Map(),
      accepted: new Map(),
    };
    this.#sessions.set(client.id, session);
    return session;
  }

  /** `undefined` for one that has not been seen yet, or has left. */
  find(client: Client): ClientSession | undefined {
    return this.#sessions.get(client.id);
  }

  startPrompt(session: ClientSession): void {
    session.prompt = newPrompt(session.client);
    session.order = this.#order++;
  }

  delete(client: Client): void {
    this.#sessions.delete(client.id);
  }

  announced(): string[] {
    return [...this.#sessions.values()].flatMap(({ announced }) => [...announced.keys()]);
  }

  /** What users have accepted for this file. */
  accepted(path: string): readonly string[] {
    return [...this.#sessions.values()]
      .map(({ announced, accepted }) => announced.get(path)?.accepted ?? accepted.get(path))
      .filter((text) => text !== undefined);
  }

  isAnnounced(path: string): boolean {
    return [...this.#sessions.values()].some(({ announced }) => announced.has(path));
  }

  /** Who announced it; else whose folder it is in, the innermost; else who was prompted last. */
  ownerOf(path: string): ClientSession | undefined {
    const latest = [...this.#sessions.values()].sort((a, b) => b.order - a.order);
    const announcer = latest.find(({ announced }) => announced.has(path));
    if (announcer || latest.length < 2) return announcer ?? latest[0];
    const nearness = ({ client }: ClientSession): number =>
      Math.max(
        0,
        ...client.folders
          .filter((folder) => isInside(folder, path, this.#platform))
          .map((folder) => folder.length),
      );
    return latest.toSorted((a, b) => nearness(b) - nearness(a))[0];
  }
}

function newPrompt(client: Client): RunningPrompt {
  return { id: undefined, client, startedAt: new Date(), unannounced: new Set(), isFull: false };
}

import type { Logger } from "@idebridge/sdk";
import type { SecretStorage } from "vscode";
import { workspaceKey } from "./workspaceKey.ts";

/** Where a server is, and its key. */
export interface Place {
  readonly port: number;
  readonly token: string;
}

/**
 * Where the server of a workspace was, so that agents that run find it again after a reload. On a machine that keeps no secrets,
 * it is at a new place each time.
 */
export class KeptPlace {
  readonly #secrets: SecretStorage;
  readonly #logger: Logger;

  constructor(secrets: SecretStorage, logger: Logger) {
    this.#secrets = secrets;
    this.#logger = logger;
  }

  async read(): Promise<Place | undefined> {
    try {
      const name = secretName();
      const kept = name && (await this.#secrets.get(name));
      return kept ? (JSON.parse(kept) as Place) : undefined;
    } catch (error) {
      this.#logger.warn?.(`the port of before is not known: ${error}`);
      return undefined;
    }
  }

  async keep({ port, token }: Place): Promise<void> {
    try {
      const name = secretName();
      if (name) await this.#secrets.store(name, JSON.stringify({ port, token }));
    } catch (error) {
      this.#logger.warn?.(`agents will not find this window again after a reload: ${error}`);
    }
  }
}

/** What is secret is kept for all windows together. */
function secretName(): string | undefined {
  const key = workspaceKey();
  return key && `server of ${key}`;
}

import { createHash, randomBytes } from "node:crypto";

const lifeMilliseconds = 2 * 60_000;
/** Links that are open at once; the oldest goes first. */
const mostTickets = 10;

export interface EntryTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

/** One-time links: each lets one browser in, once and soon. They are nowhere but in memory, and there as hashes. */
export class EntryTickets {
  readonly #expiry = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(): EntryTicket {
    const ticket = randomBytes(32).toString("base64url");
    const expires = this.#now() + lifeMilliseconds;
    this.#expiry.set(digest(ticket), expires);
    for (const oldest of this.#expiry.keys()) {
      if (this.#expiry.size <= mostTickets) break;
      this.#expiry.delete(oldest);
    }
    return { ticket, expiresAt: new Date(expires) };
  }

  /** True the first time, if it is not too old. */
  use(ticket: string): boolean {
    const key = digest(ticket);
    const expires = this.#expiry.get(key);
    this.#expiry.delete(key);
    return expires !== undefined && this.#now() < expires;
  }
}

/** What is looked up by its hash gives nothing away by the time that takes. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

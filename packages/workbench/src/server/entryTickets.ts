import { createHash, randomBytes } from "node:crypto";

const lifeMilliseconds = 2 * 60_000;
/** Links that are open at once; the oldest goes first. */
const mostTickets = 10;

export interface EntryTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
}

interface OpenTicket {
  readonly expires: number;
  readonly timer: ReturnType<typeof setTimeout>;
  /** Called once when it is worth nothing any more. */
  readonly ended: () => void;
}

/** One-time links: each lets one browser in, once and soon. They are nowhere but in memory, and there as hashes. */
export class EntryTickets {
  readonly #open = new Map<string, OpenTicket>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(ended: () => void = () => {}): EntryTicket {
    const ticket = randomBytes(32).toString("base64url");
    const key = digest(ticket);
    const expires = this.#now() + lifeMilliseconds;
    const timer = setTimeout(() => this.#end(key), lifeMilliseconds);
    timer.unref();
    this.#open.set(key, { expires, timer, ended });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= mostTickets) break;
      this.#end(oldest);
    }
    return { ticket, expiresAt: new Date(expires) };
  }

  /** True the first time, if it is not too old. */
  use(ticket: string): boolean {
    const expires = this.#end(digest(ticket));
    return expires !== undefined && this.#now() < expires;
  }

  /** Ends all of them. */
  close(): void {
    for (const key of [...this.#open.keys()]) this.#end(key);
  }

  #end(key: string): number | undefined {
    const open = this.#open.get(key);
    if (open === undefined) return undefined;
    this.#open.delete(key);
    clearTimeout(open.timer);
    open.ended();
    return open.expires;
  }
}

/** What is looked up by its hash gives nothing away by the time that takes. */
export function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

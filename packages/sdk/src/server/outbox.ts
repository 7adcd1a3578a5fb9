import type { WireNotification } from "../dialects/dialect.ts";
import type { Clock } from "../protocol/clock.ts";
import { type Connection, utf8Length } from "../protocol/connection.ts";

/** A client with more than this waiting is slow: what can be replaced by something newer waits here instead. */
const congestedBytes = 64 * 1024;
const retryMilliseconds = 100;

interface Waiting {
  readonly notifications: readonly WireNotification[];
  readonly bytes: number;
}

/** Notifications of which only the newest counts: the last selection, the last diagnostics of a file. */
export class Outbox {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #maxBytes: number;
  readonly #waiting = new Map<string, Waiting>();
  #waitingBytes = 0;
  #cancelRetry: (() => void) | undefined;

  /** A client for which more than `maxBytes` wait, here and in its socket, is hung up on. */
  constructor(connection: Connection, clock: Clock, maxBytes: number) {
    this.#connection = connection;
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  /** Sends now, or when the client has caught up: then only the last of each key. */
  send(key: string, notifications: readonly WireNotification[]): void {
    this.#take(key);
    if (this.#waiting.size === 0 && !this.#isCongested) return this.#tell(notifications);
    const bytes = utf8Length(JSON.stringify(notifications));
    this.#waiting.set(key, { notifications, bytes });
    this.#waitingBytes += bytes;
    if (this.#waitingBytes + this.#connection.bufferedBytes > this.#maxBytes) {
      this.stop();
      return this.#connection.hangUp();
    }
    this.#flush();
  }

  stop(): void {
    this.#cancelRetry?.();
    this.#waiting.clear();
    this.#waitingBytes = 0;
  }

  get #isCongested(): boolean {
    return this.#connection.bufferedBytes > congestedBytes;
  }

  #flush(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    for (const key of this.#waiting.keys()) {
      if (this.#isCongested) {
        this.#cancelRetry = this.#clock.after(retryMilliseconds, () => this.#flush());
        return;
      }
      this.#tell(this.#take(key));
    }
  }

  #take(key: string): readonly WireNotification[] {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return [];
    this.#waiting.delete(key);
    this.#waitingBytes -= waiting.bytes;
    return waiting.notifications;
  }

  #tell(notifications: readonly WireNotification[]): void {
    for (const { method, params } of notifications) this.#connection.notify(method, params);
  }
}

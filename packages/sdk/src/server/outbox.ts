import type { WireNotification } from "../dialects/dialect.ts";
import type { Clock } from "../protocol/clock.ts";
import type { Connection } from "../protocol/connection.ts";

/** A client with more than this waiting is slow: what can be replaced by something newer waits here instead. */
const congestedBytes = 64 * 1024;
const retryMilliseconds = 100;

/** Notifications of which only the newest counts: the last selection, the last diagnostics of a file. */
export class Outbox {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #waiting = new Map<string, readonly WireNotification[]>();
  #cancelRetry: (() => void) | undefined;

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** Sends now, or when the client has caught up: then only the last of each key. */
  send(key: string, notifications: readonly WireNotification[]): void {
    this.#waiting.delete(key);
    this.#waiting.set(key, notifications);
    this.#flush();
  }

  stop(): void {
    this.#cancelRetry?.();
    this.#waiting.clear();
  }

  #flush(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    for (const [key, notifications] of this.#waiting) {
      if (this.#connection.bufferedBytes > congestedBytes) {
        this.#cancelRetry = this.#clock.after(retryMilliseconds, () => this.#flush());
        return;
      }
      this.#waiting.delete(key);
      for (const { method, params } of notifications) this.#connection.notify(method, params);
    }
  }
}

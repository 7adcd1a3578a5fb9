import type { Clock } from "../protocol/clock.ts";
import type { Connection } from "../protocol/connection.ts";
import { IdeBridgeError } from "../protocol/errors.ts";

/** Asks a client at intervals whether it is alive, and hangs up when it does not answer in time. */
export class Keepalive {
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #every: number;
  readonly #answerWithin: number;
  #cancel: (() => void) | undefined;

  constructor(connection: Connection, clock: Clock, everyMilliseconds: number, answerMilliseconds: number) {
    this.#connection = connection;
    this.#clock = clock;
    this.#every = everyMilliseconds;
    this.#answerWithin = answerMilliseconds;
  }

  start(): void {
    this.#cancel = this.#clock.after(this.#every, () => void this.#ask());
  }

  stop(): void {
    this.#cancel?.();
  }

  async #ask(): Promise<void> {
    const asked = this.#clock.now();
    try {
      await this.#connection.request("ping", {}, { milliseconds: this.#answerWithin });
    } catch (error) {
      // Any answer is a sign of life, "method not found" too.
      const silent = error instanceof IdeBridgeError && error.code === "TIMEOUT";
      // Much later than we wanted to be woken: the machine slept, and the answer may be in the socket.
      const overslept = this.#clock.now() - asked > this.#answerWithin * 2;
      if (silent && !overslept) return this.#connection.terminate();
    }
    if (!this.#connection.isClosed) this.start();
  }
}

/** One text of the peer: it takes its room until the last request in it is answered. */
export interface Load {
  readonly size: number;
  waiting: number;
}

/** The requests of a peer that wait for an answer, and how much they hold in memory. */
export class CallsInFlight {
  readonly #mostCalls: number;
  readonly #mostBytes: number;
  #calls = 0;
  #bytes = 0;

  constructor(mostCalls = Number.POSITIVE_INFINITY, mostBytes = Number.POSITIVE_INFINITY) {
    this.#mostCalls = mostCalls;
    this.#mostBytes = mostBytes;
  }

  /** Which limit one more request would break. One alone breaks none, whatever its size. */
  tooMuchWith({ size, waiting }: Load): string | undefined {
    if (this.#calls >= this.#mostCalls) return `${this.#mostCalls} requests`;
    const bytes = this.#bytes + (waiting === 0 ? size : 0);
    return bytes > this.#mostBytes && this.#calls > 0 ? `${this.#mostBytes} bytes of requests` : undefined;
  }

  add(load: Load): void {
    this.#calls++;
    if (load.waiting++ === 0) this.#bytes += load.size;
  }

  /** Once for each that was added, when it is answered. */
  remove(load: Load): void {
    this.#calls--;
    if (--load.waiting === 0) this.#bytes -= load.size;
  }
}

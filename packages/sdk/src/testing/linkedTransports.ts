import type { CloseReason, Transport, TransportReceiver } from "../protocol/transport.ts";

/** Two ends of a line without a network. What is sent on one arrives on the other, in order, a little later. */
export function linkedTransports(): readonly [LinkedTransport, LinkedTransport] {
  const left = new LinkedTransport();
  const right = new LinkedTransport();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

export class LinkedTransport implements Transport {
  peer: LinkedTransport | undefined;
  /** Everything sent from this end. */
  readonly sent: string[] = [];
  /** Set to pretend that the peer is slow. */
  bufferedBytes = 0;
  #receiver: TransportReceiver | undefined;
  #early: string[] = [];
  #closed: CloseReason | undefined;

  start(receiver: TransportReceiver): void {
    this.#receiver = receiver;
    for (const text of this.#early.splice(0)) receiver.message(text);
    if (this.#closed) receiver.closed(this.#closed);
  }

  send(text: string): void {
    if (this.#closed) return;
    this.sent.push(text);
    queueMicrotask(() => this.peer?.deliver(text));
  }

  close(code = 1000, reason = ""): void {
    queueMicrotask(() => this.#end({ code, reason }));
  }

  terminate(): void {
    this.close(1006);
  }

  deliver(text: string): void {
    if (this.#closed) return;
    if (this.#receiver) this.#receiver.message(text);
    else this.#early.push(text);
  }

  #end(reason: CloseReason): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#receiver?.closed(reason);
    this.peer?.close(reason.code, reason.reason);
  }
}

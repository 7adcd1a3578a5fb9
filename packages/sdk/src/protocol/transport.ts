/** Carries whole text messages between the two ends. */
export interface Transport {
  /** Called once. Messages that arrive earlier wait. `closed` is called exactly once, at the very end. */
  start(receiver: TransportReceiver): void;
  send(text: string): void;
  /** What is sent until the promises of now are settled may go out together. */
  gather?(): void;
  /** Bytes accepted by `send` that the other side has not taken yet. */
  readonly bufferedBytes: number;
  /** Bytes of a text on the wire, where the transport counts faster than we can. */
  byteLength?(text: string): number;
  /** Ends politely. `closed` follows in any case, soon. */
  close(code?: number, reason?: string): void;
  /** Ends at once, dropping what is buffered. */
  terminate(): void;
}

export interface TransportReceiver {
  message(text: string): void;
  closed(reason: CloseReason): void;
}

export interface CloseReason {
  /** One of {@link closeCodes}, or any other that the peer sends. */
  readonly code: number;
  readonly reason: string;
}

export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  /** Never sent: the peer gave no code. */
  none: 1005,
  /** Never sent: the line just broke. */
  lineBroke: 1006,
  invalidText: 1007,
  policyViolation: 1008,
  tooBig: 1009,
} as const;

/** What one server bears. Every number can be set; these are the defaults. */
export interface Limits {
  /** Clients at once; one more is refused with 503. */
  readonly connections: number;
  /** Bytes of one incoming message. */
  readonly messageBytes: number;
  /** Requests of one client that wait for an answer. */
  readonly callsInFlight: number;
  /** Bytes of such requests. */
  readonly callBytes: number;
  /** Bytes waiting for one slow client. It is dropped when they grow past this. */
  readonly bufferedBytes: number;
  /** How long an editor may take to answer; reviews and running code are not limited. */
  readonly editorMilliseconds: number;
  /** How long a mention waits for a client to connect. */
  readonly mentionMilliseconds: number;
  /** Mentions that wait. The oldest goes first. */
  readonly mentionsWaiting: number;
}

const MB = 1024 * 1024;

export const defaultLimits: Limits = {
  connections: 10,
  messageBytes: 10 * MB,
  callsInFlight: 256,
  callBytes: 32 * MB,
  bufferedBytes: 16 * MB,
  editorMilliseconds: 30_000,
  mentionMilliseconds: 15_000,
  mentionsWaiting: 20,
};

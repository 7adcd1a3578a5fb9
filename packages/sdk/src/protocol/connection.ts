import { CallsInFlight, type Load } from "./callsInFlight.ts";
import type { Clock } from "./clock.ts";
import { systemClock } from "./clock.ts";
import { Deadlines } from "./deadlines.ts";
import { IdeBridgeError, messageOf, RpcError } from "./errors.ts";
import {
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  type Message,
  type Params,
  type RequestId,
  readMessage,
} from "./jsonRpc.ts";
import { type Logger, silent } from "./logger.ts";
import type { CloseReason, Transport } from "./transport.ts";

/** What the owner of a connection does with what arrives. */
export interface ConnectionHandler {
  /** Returns the result, or a promise of it. Throw an `RpcError` to answer with that error. */
  request(method: string, params: Params, id: RequestId): unknown;
  notification(method: string, params: Params): void;
  closed(reason: CloseReason): void;
}

export interface ConnectionOptions {
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Requests of the peer that may wait for an answer. */
  readonly callsInFlight?: number;
  /** Characters of such requests. One alone may be larger. */
  readonly callBytes?: number;
  /** Bytes that may wait for the peer. Past this, it is hung up on. */
  readonly bufferedBytes?: number;
  /** Bytes that the peer takes in one message. A larger request is refused here: there, it would end the connection. */
  readonly requestBytes?: number;
  /** Makes requests one after the other: a timer then stays until the connection ends, and each costs less. */
  readonly asksOften?: boolean;
  /** How results are written, where a dialect has a form of its own. */
  readonly encodeResult?: (id: RequestId, result: unknown) => string;
  /** Sees every message as it is on the wire. */
  readonly watch?: (direction: "received" | "sent", text: string) => void;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** No answer by then: rejects with `TIMEOUT`. */
  readonly milliseconds?: number | undefined;
}

/** A handler returns this to send no answer at all, as MCP asks for requests that were cancelled. */
export const noAnswer = Symbol("noAnswer");

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: (() => void) | undefined;
}

/** Takes the text of an answer, `undefined` when there shall be none. */
type Answer = (text: string | undefined) => void;

/** Answers of a batch are sent as one text, and a text cannot be of any length. */
const longestBatch = 2 ** 28;

/** JSON-RPC 2.0 over a transport, both directions. When it ends, everything that waits is settled. */
export class Connection {
  readonly #transport: Transport;
  readonly #handler: ConnectionHandler;
  readonly #logger: Logger;
  readonly #inFlight: CallsInFlight;
  readonly #maxBufferedBytes: number;
  readonly #requestBytes: number;
  readonly #encodeResult: (id: RequestId, result: unknown) => string;
  readonly #watch: ConnectionOptions["watch"];
  readonly #pending = new Map<RequestId, Pending>();
  readonly #deadlines: Deadlines<RequestId>;
  #nextId = 0;
  /** Characters of answers that wait for the rest of their batch. */
  #heldBack = 0;
  #closed: CloseReason | undefined;
  #hungUp = false;

  constructor(transport: Transport, handler: ConnectionHandler, options: ConnectionOptions = {}) {
    this.#transport = transport;
    this.#handler = handler;
    const tooLate = (id: RequestId, milliseconds: number) =>
      this.#giveUp(id, timedOut(this.#pending.get(id)?.method ?? "", milliseconds));
    this.#deadlines = new Deadlines(options.clock ?? systemClock, tooLate, options.asksOften);
    this.#logger = options.logger ?? silent;
    this.#inFlight = new CallsInFlight(options.callsInFlight, options.callBytes);
    this.#requestBytes = options.requestBytes ?? Number.POSITIVE_INFINITY;
    this.#encodeResult = options.encodeResult ?? encodeResult;
    this.#watch = options.watch;
    this.#maxBufferedBytes = options.bufferedBytes ?? Number.POSITIVE_INFINITY;
  }

  start(): void {
    this.#transport.start({
      message: (text) => this.#receive(text),
      closed: (reason) => this.#end(reason),
    });
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  get bufferedBytes(): number {
    return this.#transport.bufferedBytes;
  }

  request(method: string, params: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { signal, milliseconds } = options;
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(connectionClosed(method, this.#closed));
      if (signal?.aborted) return reject(aborted(method, signal));

      const id = this.#nextId++;
      const text = encodeRequest(id, method, params);
      if (text.length * 3 > this.#requestBytes && this.#bytesOf(text) > this.#requestBytes) {
        return reject(tooLarge(method, this.#requestBytes));
      }
      const onAbort = signal && (() => this.#giveUp(id, aborted(method, signal)));
      if (onAbort) signal.addEventListener("abort", onAbort, { once: true });
      if (milliseconds !== undefined) this.#deadlines.add(id, milliseconds);
      this.#pending.set(id, { method, resolve, reject, signal, onAbort });
      this.#send(text);
    });
  }

  /** For several messages in a row, and what follows from them at once: they go out together where that is cheaper. */
  gather(): void {
    this.#transport.gather?.();
  }

  notify(method: string, params: unknown): void {
    this.#send(encodeNotification(method, params));
  }

  close(code?: number, reason?: string): void {
    this.#transport.close(code, reason);
  }

  terminate(): void {
    this.#transport.terminate();
  }

  /** For a peer that does not take its messages: nothing more is sent, and what waits is dropped. */
  hangUp(): void {
    if (this.#hungUp) return;
    this.#hungUp = true;
    const { bufferedBytes } = this.#transport;
    this.#logger.warn?.("too much waits for the peer: hanging up", { bufferedBytes });
    this.#transport.terminate();
  }

  #receive(text: string): void {
    this.#logger.debug?.("received", { text });
    this.#watch?.("received", text);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#send(encodeError(null, new RpcError(RpcError.parseError, "Parse error: not valid JSON")));
    }
    const load = { size: text.length, waiting: 0 };
    if (Array.isArray(value)) this.#receiveBatch(value, load);
    else this.#dispatch(readMessage(value), load, (answer) => this.#send(answer));
  }

  /** A batch is answered by one array, when its last request is; nothing is sent for notifications alone. */
  #receiveBatch(values: readonly unknown[], load: Load): void {
    if (values.length === 0) {
      return this.#send(
        encodeError(null, new RpcError(RpcError.invalidRequest, "Invalid request: empty batch")),
      );
    }
    const answers: string[] = [];
    let size = 0;
    // One more than the requests, so that nothing is sent before the last message is read.
    let open = 1;
    const answered = (answer: string | undefined) => {
      if (this.#hungUp) return;
      if (answer !== undefined) {
        answers.push(answer);
        size += answer.length;
        this.#heldBack += answer.length;
        if (this.#heldBack > Math.min(this.#maxBufferedBytes, longestBatch)) return this.hangUp();
      }
      if (--open > 0) return;
      this.#heldBack -= size;
      if (answers.length > 0) this.#send(`[${answers.join(",")}]`);
    };
    for (const value of values) {
      if (this.#hungUp) return;
      const message = readMessage(value);
      if (message.kind === "request" || message.kind === "invalid") open++;
      this.#dispatch(message, load, answered);
    }
    answered(undefined);
  }

  /** Calls `answer` exactly once for a request, with `undefined` when it shall have no answer. */
  #dispatch(message: Message, load: Load, answer: Answer): void {
    switch (message.kind) {
      case "request":
        return this.#handle(message.id, message.method, message.params, load, answer);
      case "notification":
        return this.#handleNotification(message.method, message.params);
      case "result":
        return this.#settle(message.id)?.resolve(message.result);
      case "error":
        return this.#settle(message.id)?.reject(message.error);
      case "invalid":
        return answer(encodeError(message.id, message.error));
    }
  }

  #handle(id: RequestId, method: string, params: Params, load: Load, answer: Answer): void {
    const tooMuch = this.#inFlight.tooMuchWith(load);
    if (tooMuch !== undefined) {
      const message = `More than ${tooMuch} are waiting for an answer`;
      return answer(encodeError(id, new RpcError(RpcError.tooManyCalls, message)));
    }
    let result: unknown;
    try {
      result = this.#handler.request(method, params, id);
    } catch (error) {
      return answer(this.#errorText(id, method, error));
    }
    if (!(result instanceof Promise)) return answer(this.#resultText(id, method, result));

    this.#inFlight.add(load);
    result.then(
      (value) => {
        this.#inFlight.remove(load);
        answer(this.#resultText(id, method, value));
      },
      (error) => {
        this.#inFlight.remove(load);
        answer(this.#errorText(id, method, error));
      },
    );
  }

  #resultText(id: RequestId, method: string, result: unknown): string | undefined {
    if (result === noAnswer) return undefined;
    try {
      return this.#encodeResult(id, result);
    } catch (error) {
      return this.#errorText(id, method, error);
    }
  }

  #errorText(id: RequestId, method: string, error: unknown): string {
    return encodeError(id, this.#asRpcError(method, error));
  }

  #handleNotification(method: string, params: Params): void {
    try {
      this.#handler.notification(method, params);
    } catch (error) {
      this.#logger.error?.("notification handler failed", { method, error: messageOf(error) });
    }
  }

  #asRpcError(method: string, error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    this.#logger.error?.("request failed", { method, error: messageOf(error) });
    return new RpcError(RpcError.internalError, `Internal error: ${messageOf(error)}`);
  }

  #send(text: string | undefined): void {
    if (text === undefined || this.#hungUp || this.#closed !== undefined) return;
    const waiting = this.#transport.bufferedBytes;
    if (
      waiting + text.length * 3 > this.#maxBufferedBytes &&
      waiting + this.#bytesOf(text) > this.#maxBufferedBytes
    ) {
      return this.hangUp();
    }
    this.#logger.debug?.("sent", { text });
    this.#watch?.("sent", text);
    this.#transport.send(text);
  }

  #bytesOf(text: string): number {
    return this.#transport.byteLength?.(text) ?? utf8Length(text);
  }

  #settle(id: RequestId): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    this.#deadlines.delete(id);
    if (pending.onAbort) pending.signal?.removeEventListener("abort", pending.onAbort);
    return pending;
  }

  #giveUp(id: RequestId, error: Error): void {
    this.#settle(id)?.reject(error);
    this.notify("notifications/cancelled", { requestId: id, reason: error.message });
  }

  #end(reason: CloseReason): void {
    if (this.#closed !== undefined) return;
    this.#closed = reason;
    for (const [id, { method }] of this.#pending) this.#settle(id)?.reject(connectionClosed(method, reason));
    this.#deadlines.stop();
    this.#handler.closed(reason);
  }
}

export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

function connectionClosed(method: string, { code, reason }: CloseReason): IdeBridgeError {
  const why = reason === "" ? `code ${code}` : `code ${code}, ${reason}`;
  return new IdeBridgeError(
    "CONNECTION_CLOSED",
    `The connection closed (${why}) before ${method} was answered`,
  );
}

function tooLarge(method: string, bytes: number): IdeBridgeError {
  return new IdeBridgeError(
    "TOO_LARGE",
    `${method} is larger than the ${bytes} bytes that the other side takes`,
  );
}

function timedOut(method: string, milliseconds: number): IdeBridgeError {
  return new IdeBridgeError("TIMEOUT", `No answer to ${method} within ${milliseconds} ms`);
}

function aborted(method: string, signal: AbortSignal): IdeBridgeError {
  return new IdeBridgeError("ABORTED", `${method} was aborted`, { cause: signal.reason });
}

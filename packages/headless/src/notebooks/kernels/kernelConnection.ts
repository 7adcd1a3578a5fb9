import { setTimeout as sleep } from "node:timers/promises";
import type { ZmtpMessage } from "../zmtp/zmtpDecoder.ts";
import { ZmtpSocket } from "../zmtp/zmtpSocket.ts";
import type { ChannelName, ConnectionFile } from "./connectionFile.ts";
import { decodeMessage, encodeRequest, type KernelMessage } from "./kernelMessage.ts";

export type MessageListener = (message: KernelMessage, channel: ChannelName) => void;

const retryMilliseconds = 20;
const askAgainMilliseconds = 50;

/**
 * The channels of one kernel. Its heartbeat is not among them: that the process has ended is known sooner, and a
 * kernel that is busy answers it all the same.
 */
export class KernelConnection {
  readonly #file: ConnectionFile;
  readonly #sockets = new Map<ChannelName, ZmtpSocket>();
  /** By the id of the request. */
  readonly #listeners = new Map<string, MessageListener>();
  readonly #broken: (error: Error) => void;
  #isClosed = false;

  private constructor(file: ConnectionFile, broken: (error: Error) => void) {
    this.#file = file;
    this.#broken = broken;
  }

  /** Waits until the kernel listens and answers. `broken` is told when a connection that was made ends by itself. */
  static async open(
    file: ConnectionFile,
    signal: AbortSignal,
    broken: (error: Error) => void,
  ): Promise<KernelConnection> {
    const connection = new KernelConnection(file, broken);
    try {
      for (const channel of ["shell", "control", "stdin", "iopub"] as const) {
        await connection.#connect(channel, signal);
      }
      await connection.#untilHeard(signal);
      return connection;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  /**
   * Sends a request and returns its answer; `listener` is told all else that belongs to it, until `forget` is
   * called.
   */
  request(
    channel: "shell" | "control",
    type: string,
    content: Readonly<Record<string, unknown>>,
    listener: MessageListener = () => {},
  ): { readonly reply: Promise<KernelMessage>; readonly forget: () => void } {
    const { id, frames } = encodeRequest(this.#file.session, type, content);
    const reply = new Promise<KernelMessage>((resolve) => {
      this.#listeners.set(id, (message, from) => {
        if (from === channel) resolve(message);
        else listener(message, from);
      });
    });
    this.#sockets.get(channel)?.send(frames);
    return { reply, forget: () => void this.#listeners.delete(id) };
  }

  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets.values()) socket.close();
    this.#listeners.clear();
  }

  async #connect(channel: ChannelName, signal: AbortSignal): Promise<void> {
    const endpoint = this.#file.endpoint(channel);
    for (;;) {
      try {
        const socket = await ZmtpSocket.open(endpoint, {
          type: channel === "iopub" ? "SUB" : "DEALER",
          // The kernel asks for input where the request came from: the two must have one name.
          ...(channel !== "iopub" && { identity: this.#file.session.id }),
          message: (message) => this.#received(message, channel),
          closed: (error) => this.#closed(channel, error),
          signal,
        });
        this.#sockets.set(channel, socket);
        if (this.#isClosed) socket.close();
        return;
      } catch (error) {
        signal.throwIfAborted();
        // It does not listen yet.
        if (!isNotThere(error)) throw error;
        await sleep(retryMilliseconds, undefined, { signal });
      }
    }
  }

  /** Published messages are lost until the kernel knows that we listen: it is asked until we have heard one. */
  async #untilHeard(signal: AbortSignal): Promise<void> {
    let heard = () => {};
    const isHeard = new Promise<true>((resolve) => (heard = () => resolve(true)));
    for (;;) {
      signal.throwIfAborted();
      const { reply, forget } = this.request("shell", "kernel_info_request", {}, (_message, channel) => {
        if (channel === "iopub") heard();
      });
      const aborted = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      await Promise.race([reply, aborted]);
      const isDone = await Promise.race([isHeard, sleep(askAgainMilliseconds, false), aborted]);
      forget();
      if (isDone) return;
    }
  }

  #received(message: ZmtpMessage, channel: ChannelName): void {
    const decoded = decodeMessage(message, this.#file.session.key);
    if (decoded?.parentId !== undefined) this.#listeners.get(decoded.parentId)?.(decoded, channel);
  }

  #closed(channel: ChannelName, error: Error | undefined): void {
    if (this.#isClosed) return;
    this.#broken(error ?? new Error(`The kernel has closed its ${channel} channel`));
  }
}

function isNotThere(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE";
}

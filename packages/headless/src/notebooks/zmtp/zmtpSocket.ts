import { connect, type Socket } from "node:net";
import { ZmtpDecoder, ZmtpError, type ZmtpMessage } from "./zmtpDecoder.ts";
import { encodeGreeting, encodeMessage, encodeReady } from "./zmtpEncoder.ts";

export type ZmtpEndpoint =
  /** A socket in the file system. */
  { readonly path: string } | { readonly host: string; readonly port: number };

export interface ZmtpSocketOptions {
  readonly type: "DEALER" | "SUB";
  /** By which a ROUTER knows us: the same on two sockets that belong together. */
  readonly identity?: string;
  readonly message: (message: ZmtpMessage) => void;
  /** Once, after the connection was made; with an error when it did not end by itself or by us. */
  readonly closed: (error?: Error) => void;
  /** Larger messages come without what is too much. */
  readonly messageBytes?: number;
  readonly signal?: AbortSignal;
}

const MB = 1024 * 1024;

/** The client's end of one ZMTP 3 connection, without encryption. It does not connect again. */
export class ZmtpSocket {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Rejects when nobody listens there, or whoever does speaks something else. */
  static open(endpoint: ZmtpEndpoint, options: ZmtpSocketOptions): Promise<ZmtpSocket> {
    const { type, identity, message, closed, signal, messageBytes = 64 * MB } = options;
    return new Promise((resolve, reject) => {
      const socket = connect(endpoint);
      const opened = new ZmtpSocket(socket);
      let isReady = false;
      let failure: Error | undefined;
      const fail = (error: Error) => {
        failure ??= error;
        socket.destroy();
      };
      const abort = () => fail(signal?.reason instanceof Error ? signal.reason : new Error("Aborted"));
      const decoder = new ZmtpDecoder(
        {
          greeted(mechanism) {
            if (mechanism !== "NULL") throw new ZmtpError(`The other end wants ${mechanism}`);
          },
          command(name, body) {
            if (name === "READY" && !isReady) {
              isReady = true;
              signal?.removeEventListener("abort", abort);
              // To all there is: version 3.0 subscribes with an ordinary message. Sent any earlier, libzmq hangs up.
              if (type === "SUB") opened.send([Buffer.from([1])]);
              resolve(opened);
            } else if (name === "ERROR") {
              throw new ZmtpError(`The other end refuses: ${body.toString("latin1", 1)}`);
            }
          },
          message,
        },
        messageBytes,
      );
      signal?.addEventListener("abort", abort, { once: true });
      socket.setNoDelay(true);
      socket.on("data", (chunk) => {
        try {
          if (!socket.destroyed) decoder.push(chunk);
        } catch (error) {
          fail(error as Error);
        }
      });
      socket.on("error", fail);
      socket.on("close", () => {
        signal?.removeEventListener("abort", abort);
        if (isReady) closed(failure);
        else reject(failure ?? new ZmtpError("The other end hung up"));
      });
      if (signal?.aborted) return abort();
      socket.write(
        Buffer.concat([
          encodeGreeting(),
          encodeReady({ "Socket-Type": type, ...(identity !== undefined && { Identity: identity }) }),
        ]),
      );
    });
  }

  send(frames: readonly Buffer[]): void {
    if (!this.#socket.destroyed) this.#socket.write(encodeMessage(frames));
  }

  close(): void {
    this.#socket.destroy();
  }
}

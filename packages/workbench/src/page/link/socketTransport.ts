import type { CloseReason, Transport, TransportReceiver } from "@idebridge/sdk/core";
import { socketProtocols } from "./pageSession.ts";

/** A browser's WebSocket as a transport. Resolves once it is open. */
export function openSocket(url: string): Promise<Transport> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, socketProtocols());
    socket.addEventListener("open", () => resolve(new SocketTransport(socket)), { once: true });
    socket.addEventListener("close", ({ code }) => reject(new Error(`The socket closed with ${code}`)), {
      once: true,
    });
  });
}

class SocketTransport implements Transport {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  start(receiver: TransportReceiver): void {
    this.#socket.addEventListener("message", ({ data }) => receiver.message(String(data)));
    this.#socket.addEventListener(
      "close",
      ({ code, reason }: CloseReason) => receiver.closed({ code, reason }),
      {
        once: true,
      },
    );
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(code?: number, reason?: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.close();
  }
}

import type { WebSocket } from "ws";

export interface SocketTransportOptions {
  /** Take `"error": null` off results, which the official SDKs would drop. */
  readonly repair?: boolean;
}

/** A transport of the official SDKs, either generation, on a socket of `ws`. */
export class SocketTransport<Message> {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  /** Everything that arrived, as it arrived. */
  readonly received: string[] = [];
  readonly #socket: WebSocket;
  readonly #repair: boolean;

  constructor(socket: WebSocket, { repair = false }: SocketTransportOptions = {}) {
    this.#socket = socket;
    this.#repair = repair;
  }

  async start(): Promise<void> {
    const socket = this.#socket;
    socket.on("message", (data) => {
      this.received.push(data.toString());
      const message = JSON.parse(data.toString());
      if (this.#repair && message.error === null) delete message.error;
      this.onmessage?.(message);
    });
    socket.on("close", () => this.onclose?.());
    if (socket.readyState === socket.OPEN) return;
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.on("error", (error) => {
        reject(error);
        this.onerror?.(error);
      });
    });
  }

  async send(message: Message): Promise<void> {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
  }
}

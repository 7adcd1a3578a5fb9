import type { WebSocket } from "ws";

/** What the official SDKs, either generation, need of a socket: they come without one for servers. */
export class OfficialTransport<Message> {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: Message) => void;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  async start(): Promise<void> {
    this.#socket.on("message", (data) => this.onmessage?.(JSON.parse(data.toString())));
    this.#socket.on("error", (error) => this.onerror?.(error));
    this.#socket.on("close", () => this.onclose?.());
  }

  async send(message: Message): Promise<void> {
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket.close();
  }
}

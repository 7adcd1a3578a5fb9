import { once } from "node:events";
import { WebSocket } from "ws";

export interface WireAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
}

/** One WebSocket on which any text can be sent; answers are found by the id of their request. */
export class Wire {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: Answer | undefined) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("message", (data) => this.#received(JSON.parse(String(data))));
    socket.on("close", () => {
      for (const answer of this.#waiting.values()) answer(undefined);
      this.#waiting.clear();
    });
  }

  static async open({ url, headers, protocols = [] }: WireAddress): Promise<Wire> {
    const socket = new WebSocket(url, [...protocols], { headers, perMessageDeflate: false });
    await once(socket, "open");
    return new Wire(socket);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  send(text: string): void {
    if (this.isOpen) this.#socket.send(text);
  }

  /** The answer; `undefined` when the server hung up; rejects when it says nothing. */
  ask(id: string | number, text: string, milliseconds = 20_000): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(JSON.stringify(id));
        reject(new Error(`no answer within ${milliseconds} ms to`));
      }, milliseconds);
      this.#waiting.set(JSON.stringify(id), (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send(text);
      if (!this.isOpen) this.#waiting.get(JSON.stringify(id))?.(undefined);
    });
  }

  /** Takes a request back. */
  cancel(requestId: number): void {
    this.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } }));
  }

  close(): void {
    this.#socket.terminate();
  }

  #received(message: Answer & { readonly id?: unknown; readonly method?: unknown }): void {
    if (message.method !== undefined) return;
    const key = JSON.stringify(message.id);
    this.#waiting.get(key)?.(message);
    this.#waiting.delete(key);
  }
}

export interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

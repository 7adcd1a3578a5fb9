import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Sockets that are not clients yet. Any program of the machine can open some and say nothing: when there are too many, the
 * oldest has to go, not the newest, which may be a client. A client is through in a moment.
 */
export class Strangers {
  readonly #sockets = new Set<Socket>();
  readonly #most: number;

  constructor(server: Server, most: number) {
    this.#most = most;
    server.on("connection", (socket) => this.#came(socket));
  }

  /** It is a client now. */
  known(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  #came(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    if (this.#sockets.size <= this.#most) return;
    const [oldest] = this.#sockets;
    oldest?.destroy();
  }
}

import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Message,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import type { WebSocket } from "ws";

/** `vscode-jsonrpc` on a socket of `ws`: one message a frame. */
export function jsonRpcOver(socket: WebSocket): MessageConnection {
  const connection = createMessageConnection(new SocketReader(socket), new SocketWriter(socket));
  socket.on("close", () => connection.dispose());
  return connection;
}

/** A call of our shape: here it is only a request, without a tool behind it. */
export interface EchoRequest {
  readonly name: "echo";
  readonly arguments: { readonly text: string };
}

export interface EchoAnswer {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
}

class SocketReader extends AbstractMessageReader {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
  }

  listen(callback: DataCallback) {
    this.#socket.on("message", (data) => callback(JSON.parse(data.toString())));
    return { dispose() {} };
  }
}

class SocketWriter extends AbstractMessageWriter {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    super();
    this.#socket = socket;
  }

  async write(message: Message): Promise<void> {
    this.#socket.send(JSON.stringify(message));
  }

  end(): void {}
}

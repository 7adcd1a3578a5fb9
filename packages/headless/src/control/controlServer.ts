import { defaultLimits, IdeBridgeError, RpcError } from "@idebridge/sdk";
import { Connection, type Params, type RequestId, type Transport } from "@idebridge/sdk/core";
import { createToken, WebSocketListener } from "@idebridge/sdk/node";
import { DocumentError } from "../documents/documentError.ts";
import type { ControlEvent, ControlMethod, ControlRequests } from "./controlProtocol.ts";

/** Answers every request of the control channel. `by` is who asks; it aborts when they take it back, or leave. */
export type ControlHandlers = {
  readonly [Method in ControlMethod]: (
    params: ControlRequests[Method]["params"],
    by: string,
    signal: AbortSignal,
  ) => ControlRequests[Method]["result"] | Promise<ControlRequests[Method]["result"]>;
};

const MB = 1024 * 1024;
/** Front ends are the user's own, and read and write whole files; the largest there are must go through. */
const limits = { ...defaultLimits, connections: 50, messageBytes: 256 * MB, bufferedBytes: 256 * MB };

/** Where front ends connect: on this machine only, with a token that is not the agents'. */
export class ControlServer {
  readonly token: string;
  readonly #handlers: ControlHandlers;
  readonly #listener: WebSocketListener;
  readonly #attached = new Set<Connection>();

  constructor(handlers: ControlHandlers, token = createToken("64 bytes")) {
    this.token = token;
    this.#handlers = handlers;
    this.#listener = new WebSocketListener({
      token,
      handshake: {
        path: "/",
        subprotocol: "optional",
        refusal: 401,
        token: "64 bytes",
        ports: { first: 1, last: 65_535 },
      },
      keepalive: { kind: "websocket", everyMilliseconds: 30_000 },
      limits,
      host: "127.0.0.1",
      accept: (transport) => this.#accept(transport),
      refused: () => {},
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  listen(): Promise<void> {
    return this.#listener.listen(undefined);
  }

  /** Tells every front end. */
  tell(event: ControlEvent): void {
    for (const connection of this.#attached) connection.notify("event", event);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  #accept(transport: Transport): void {
    let name = "unknown";
    const running = new Map<RequestId, AbortController>();
    const connection: Connection = new Connection(
      transport,
      {
        request: async (method, params, id) => {
          if (method === "attach") {
            if (typeof params.name === "string") name = params.name;
            this.#attached.add(connection);
          }
          const abort = new AbortController();
          running.set(id, abort);
          try {
            return await this.#answer(method, params, name, abort.signal);
          } finally {
            running.delete(id);
          }
        },
        notification: (method, { requestId }) => {
          if (method === "notifications/cancelled") running.get(requestId as RequestId)?.abort();
        },
        closed: () => {
          this.#attached.delete(connection);
          for (const abort of running.values()) abort.abort();
        },
      },
      { callsInFlight: limits.callsInFlight, bufferedBytes: limits.bufferedBytes },
    );
    connection.start();
  }

  async #answer(method: string, params: Params, by: string, signal: AbortSignal): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, method)) {
      throw new RpcError(RpcError.methodNotFound, `Method not found: ${method}`);
    }
    const handler = this.#handlers[method as ControlMethod] as (
      params: Params,
      by: string,
      signal: AbortSignal,
    ) => unknown;
    try {
      return await handler(params, by, signal);
    } catch (error) {
      // An error of ours says what to do, and front ends show that to the user: it is no internal matter.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (error instanceof IdeBridgeError || error instanceof DocumentError) {
        throw new RpcError(RpcError.internalError, error.message, code);
      }
      throw error;
    }
  }
}

import { defaultLimits, IdeBridgeError, RpcError } from "@idebridge/sdk";
import { Connection, type Params, type RequestId, type Transport } from "@idebridge/sdk/core";
import { createToken, WebSocketListener } from "@idebridge/sdk/node";
import { DocumentError } from "../documents/documentError.ts";
import type { ControlLine } from "./controlLine.ts";
import type { ControlEvent, ControlMethod, ControlRequests } from "./controlProtocol.ts";

/** Answers every request of the control channel. `line` is who asks; `signal` aborts when they take it back, or leave. */
export type ControlHandlers = {
  readonly [Method in ControlMethod]: (
    params: ControlRequests[Method]["params"],
    line: ControlLine,
    signal: AbortSignal,
  ) => ControlRequests[Method]["result"] | Promise<ControlRequests[Method]["result"]>;
};

const MB = 1024 * 1024;
/** Front ends are the user's own, and read and write whole files; the largest there are must go through. */
const limits = {
  ...defaultLimits,
  connections: 50,
  messageBytes: 256 * MB,
  callBytes: 256 * MB,
  bufferedBytes: 256 * MB,
};

export interface ControlServerOptions {
  /** Rejects when a page may not see or change this path. */
  readonly assertForPages?: (path: string) => Promise<void>;
}

/** Where front ends connect: on this machine only, with a token that is not the agents'. */
export class ControlServer {
  /** A new one each time: front ends read it from our file, and nobody must know it from before. */
  readonly token = createToken("64 bytes");
  readonly #handlers: ControlHandlers;
  readonly #options: ControlServerOptions;
  readonly #listener: WebSocketListener;
  readonly #attached = new Set<ControlLine>();

  constructor(handlers: ControlHandlers, options: ControlServerOptions = {}) {
    this.#handlers = handlers;
    this.#options = options;
    this.#listener = new WebSocketListener({
      token: this.token,
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
      accept: (transport) => this.#accept(transport, false),
      refused: () => {},
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** How many pages are attached. */
  get pages(): number {
    return [...this.#attached].filter(({ isPage }) => isPage).length;
  }

  listen(): Promise<void> {
    return this.#listener.listen(undefined);
  }

  /** Lets a page in, whoever has checked that it may. */
  acceptPage(transport: Transport): void {
    this.#accept(transport, true);
  }

  /** Tells every front end, perhaps all but one. */
  tell(event: ControlEvent, except?: ControlLine): void {
    for (const line of this.#attached) if (line !== except) line.tell(event);
  }

  /** Tells the pages, perhaps all but one. */
  tellPages(event: ControlEvent, except?: ControlLine): void {
    for (const line of this.#attached) if (line.isPage && line !== except) line.tell(event);
  }

  close(): Promise<void> {
    return this.#listener.close();
  }

  #accept(transport: Transport, isPage: boolean): void {
    let name = "unknown";
    const endings = new Set<() => void>();
    const running = new Map<RequestId, AbortController>();
    const connection = new Connection(
      transport,
      {
        request: async (method, params, id) => {
          if (method === "attach") {
            if (typeof params.name === "string") name = params.name;
            this.#attached.add(line);
          }
          const abort = new AbortController();
          running.set(id, abort);
          try {
            return await this.#answer(method, params, line, abort.signal);
          } finally {
            running.delete(id);
          }
        },
        notification: (method, { requestId }) => {
          if (method === "notifications/cancelled") {
            running.get(requestId as RequestId)?.abort(takenBack());
          }
        },
        closed: () => {
          this.#attached.delete(line);
          for (const abort of running.values()) abort.abort(hasLeft());
          for (const end of endings) end();
        },
      },
      limits,
    );
    const line: ControlLine = {
      get name() {
        return name;
      },
      isPage,
      tell: (event) => connection.notify("event", event),
      whenClosed(act) {
        const ending = () => act();
        endings.add(ending);
        return () => void endings.delete(ending);
      },
    };
    connection.start();
  }

  async #answer(method: string, params: Params, line: ControlLine, signal: AbortSignal): Promise<unknown> {
    if (!Object.hasOwn(this.#handlers, method)) {
      throw new RpcError(RpcError.methodNotFound, `Method not found: ${method}`);
    }
    const handler = this.#handlers[method as ControlMethod] as (
      params: Params,
      line: ControlLine,
      signal: AbortSignal,
    ) => unknown;
    try {
      // Whatever the request is: one that names a file is checked.
      if (line.isPage && params.path !== undefined) await this.#assertForPage(params.path);
      return await handler(params, line, signal);
    } catch (error) {
      // An error of ours says what to do, and front ends show that to the user: it is no internal matter.
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (error instanceof IdeBridgeError || error instanceof DocumentError) {
        throw new RpcError(RpcError.internalError, error.message, code);
      }
      throw error;
    }
  }

  async #assertForPage(path: unknown): Promise<void> {
    if (typeof path !== "string") throw new IdeBridgeError("INVALID_ARGUMENT", "A path must be a text");
    await this.#options.assertForPages?.(path);
  }
}

function takenBack(): IdeBridgeError {
  return new IdeBridgeError("ABORTED", "The request was taken back");
}

function hasLeft(): IdeBridgeError {
  return new IdeBridgeError("CONNECTION_CLOSED", "Whoever asked has left");
}

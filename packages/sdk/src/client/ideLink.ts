import type { Clock } from "../protocol/clock.ts";
import { Connection } from "../protocol/connection.ts";
import { IdeBridgeError, RpcError } from "../protocol/errors.ts";
import { isObject, type Params } from "../protocol/jsonRpc.ts";
import { defaultLimits } from "../protocol/limits.ts";
import type { Logger } from "../protocol/logger.ts";
import { type Implementation, protocolVersions } from "../protocol/mcp.ts";
import { type CloseReason, closeCodes, type Transport } from "../protocol/transport.ts";

export interface LinkOptions {
  /** Opens a line to the server, or throws an `IdeBridgeError` that says why not. */
  dial(): Promise<Transport>;
  readonly clientInfo: Implementation;
  readonly pid: number | undefined;
  /** The folders that the client works in, as `file:` URIs. */
  readonly roots: readonly string[];
  readonly reconnect: Backoff | false;
  readonly handshakeMilliseconds: number;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface Backoff {
  /** The pause before each attempt; the last one repeats. */
  readonly milliseconds: readonly number[];
  readonly attempts: number;
}

/** As Claude Code does it: at once, then after 1, 2, 4 and 8 s. */
export const defaultBackoff: Backoff = { milliseconds: [0, 1000, 2000, 4000, 8000], attempts: 10 };

export interface LinkListener {
  connected(initialized: Params): void;
  reconnecting(attempt: number, milliseconds: number): void;
  closed(error: IdeBridgeError | undefined): void;
  notification(method: string, params: Params): void;
}

/** A connection to one server that comes back by itself. */
export class IdeLink {
  readonly #options: LinkOptions;
  readonly #listener: LinkListener;
  #connection: Connection | undefined;
  /** Dialled, not introduced yet. */
  #opening: Connection | undefined;
  #cancelRetry: (() => void) | undefined;
  #ended = false;

  constructor(options: LinkOptions, listener: LinkListener) {
    this.#options = options;
    this.#listener = listener;
  }

  /** The connection, or an error when there is none just now: calls fail at once rather than wait. */
  get connection(): Connection {
    if (this.#connection !== undefined && !this.#connection.isClosed) return this.#connection;
    const state = this.#ended ? "is closed" : "is broken and being restored";
    throw new IdeBridgeError("CONNECTION_CLOSED", `The connection to the IDE ${state}`);
  }

  async open(): Promise<void> {
    const transport = await this.#options.dial();
    if (this.#ended) return transport.terminate();

    let established = false;
    let early: CloseReason | undefined;
    const connection = new Connection(
      transport,
      {
        request: (method) => this.#answer(method),
        notification: (method, params) => this.#listener.notification(method, params),
        closed: (reason) => {
          early = reason;
          if (established) this.#broken(reason);
        },
      },
      {
        clock: this.#options.clock,
        logger: this.#options.logger,
        requestBytes: defaultLimits.messageBytes,
        asksOften: true,
      },
    );
    this.#opening = connection;
    connection.start();
    let initialized: unknown;
    try {
      initialized = await this.#introduce(connection);
    } catch (error) {
      connection.terminate();
      throw early ? handshakeRefused(early) : error;
    } finally {
      this.#opening = undefined;
    }
    // Closed by its owner in the meantime: nobody would hang up later.
    if (this.#ended) return connection.terminate();
    this.#connection = connection;
    established = true;
    this.#listener.connected(isObject(initialized) ? initialized : {});
    if (connection.isClosed && early) this.#broken(early);
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelRetry?.();
    this.#opening?.terminate();
    this.#connection?.close(closeCodes.normal, "Done");
    this.#listener.closed(undefined);
  }

  async #introduce(connection: Connection): Promise<unknown> {
    const { clientInfo, pid, handshakeMilliseconds } = this.#options;
    const initialized = await connection.request(
      "initialize",
      { protocolVersion: protocolVersions[0], capabilities: { roots: { listChanged: true } }, clientInfo },
      { milliseconds: handshakeMilliseconds },
    );
    connection.gather();
    connection.notify("notifications/initialized", {});
    connection.notify("ide_connected", { pid });
    return initialized;
  }

  #answer(method: string): unknown {
    if (method === "ping") return {};
    if (method === "roots/list") {
      return { roots: this.#options.roots.map((uri) => ({ uri, name: uri.split("/").at(-1) ?? uri })) };
    }
    throw new RpcError(RpcError.methodNotFound, `Method not found: ${method}`);
  }

  #broken(reason: CloseReason): void {
    if (this.#ended) return;
    const error = new IdeBridgeError(
      "CONNECTION_CLOSED",
      `The IDE closed the connection (${describe(reason)})`,
    );
    if (this.#options.reconnect === false) return this.#end(error);
    this.#retry(1, this.#options.reconnect, error);
  }

  #retry(attempt: number, backoff: Backoff, lastError: IdeBridgeError): void {
    if (this.#ended) return;
    if (attempt > backoff.attempts) return this.#end(lastError);
    const { milliseconds } = backoff;
    const pause = milliseconds[attempt - 1] ?? milliseconds.at(-1) ?? 0;
    this.#listener.reconnecting(attempt, pause);
    this.#cancelRetry = this.#options.clock.after(pause, () => {
      this.open().catch((error: unknown) => {
        const known =
          error instanceof IdeBridgeError ? error : new IdeBridgeError("UNREACHABLE", String(error));
        // A wrong token stays wrong.
        if (known.code === "UNAUTHORIZED") return this.#end(known);
        this.#retry(attempt + 1, backoff, known);
      });
    });
  }

  #end(error: IdeBridgeError): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#listener.closed(error);
  }
}

/** Peers without a 401 accept the upgrade and close with 1008: the same refusal. */
function handshakeRefused(reason: CloseReason): IdeBridgeError {
  if (reason.code === closeCodes.policyViolation) {
    return new IdeBridgeError("UNAUTHORIZED", `The IDE refused the token (${describe(reason)})`);
  }
  return new IdeBridgeError("UNREACHABLE", `The IDE hung up during the handshake (${describe(reason)})`);
}

function describe({ code, reason }: CloseReason): string {
  return reason === "" ? `code ${code}` : `code ${code}: ${reason}`;
}

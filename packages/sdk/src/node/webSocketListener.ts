import { createServer, type Server as HttpServer, type IncomingMessage, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Handshake, Keepalive } from "../dialects/dialect.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { Limits } from "../protocol/limits.ts";
import { closeCodes, type Transport } from "../protocol/transport.ts";
import { Strangers } from "./strangers.ts";
import { type Refusal, refusalOf, subprotocol } from "./upgradeGate.ts";
import { acceptUpgrade } from "./webSocketHandshake.ts";
import { WebSocketTransport } from "./webSocketTransport.ts";

export interface ListenerOptions {
  readonly token: string;
  readonly handshake: Handshake;
  readonly keepalive: Keepalive;
  readonly limits: Limits;
  readonly host: string;
  accept(transport: Transport): void;
  /** Somebody was turned away, with what is wrong. */
  refused(reason: string): void;
}

/** Time to send the headers of a request; whoever takes longer is trying to hold the door. */
const headersMilliseconds = 5_000;
/** Sockets that are not clients yet. */
const mostStrangers = 20;

/** Lets clients in: a local HTTP server whose only use is the upgrade to a WebSocket. */
export class WebSocketListener {
  readonly #options: ListenerOptions;
  readonly #http: HttpServer;
  readonly #transports = new Set<WebSocketTransport>();
  readonly #strangers: Strangers;
  #port = 0;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#http = createServer(
      {
        headersTimeout: headersMilliseconds,
        requestTimeout: headersMilliseconds,
        connectionsCheckingInterval: headersMilliseconds,
        maxHeaderSize: 16 * 1024,
      },
      (_request, response) => {
        response
          .writeHead(426, { Connection: "close", Upgrade: "websocket" })
          .end("This is a WebSocket server.\n");
      },
    );
    // More than may stay: those that have to go need a moment for it.
    this.#http.maxConnections = options.limits.connections + 2 * mostStrangers;
    this.#strangers = new Strangers(this.#http, mostStrangers);
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket as Socket, head));
  }

  get port(): number {
    return this.#port;
  }

  async listen(port: number | undefined): Promise<void> {
    const { first, last } = this.#options.handshake.ports;
    for (;;) {
      this.#port = await this.#bind(port ?? 0);
      if (port !== undefined || (this.#port >= first && this.#port <= last)) return;
      await new Promise((resolve) => this.#http.close(resolve));
    }
  }

  /** Says goodbye to every client, and hangs up on those that do not answer. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const stopped = this.#http.listening
      ? new Promise<void>((resolve) => this.#http.close(() => resolve()))
      : Promise.resolve();
    for (const transport of this.#transports) transport.close(closeCodes.goingAway, "The IDE has stopped");
    this.#http.closeAllConnections();
    await stopped;
  }

  #bind(port: number): Promise<number> {
    const { host } = this.#options;
    return new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) => reject(explain(error, host, port));
      this.#http.once("error", failed);
      this.#http.listen({ host, port, exclusive: true }, () => {
        this.#http.off("error", failed);
        resolve((this.#http.address() as AddressInfo).port);
      });
    });
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // A peer that vanishes during the handshake must not end the process.
    socket.on("error", () => {});
    if (this.#closed) return refuse(socket, { status: 503, reason: "The IDE is stopping" });

    const { handshake, keepalive, token, limits, host } = this.#options;
    const isFull = this.#transports.size >= limits.connections;
    const refusal = refusalOf(request, { handshake, token, host, isFull });
    if (refusal !== undefined) this.#options.refused(refusal.reason);
    if (refusal !== undefined && refusal.status !== 1008) return refuse(socket, refusal);

    const protocol = request.headers["sec-websocket-protocol"] === undefined ? undefined : subprotocol;
    if (!acceptUpgrade(request, socket, protocol)) {
      return refuse(socket, { status: 400, reason: "This is no WebSocket handshake" });
    }
    const transport = new WebSocketTransport(socket, head, {
      side: "server",
      maxPayload: limits.messageBytes,
      frameBytes: handshake.frameBytes,
      bufferedBytes: limits.bufferedBytes,
      pingMilliseconds: keepalive.kind === "websocket" ? keepalive.everyMilliseconds : undefined,
    });
    if (refusal !== undefined) return transport.close(closeCodes.policyViolation, refusal.reason);
    this.#strangers.known(socket);
    this.#transports.add(transport);
    socket.once("close", () => this.#transports.delete(transport));
    this.#options.accept(transport);
  }
}

function refuse(socket: Socket, { status, reason }: Refusal): void {
  const body = `${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
      "Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\n" +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // A stranger that does not hang up does not keep its place.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE") {
    const advice = "Stop the program that uses it, or leave out the port to take any free one.";
    return new IdeBridgeError("PORT_IN_USE", `Port ${port} on ${host} is in use. ${advice}`, {
      cause: error,
    });
  }
  const advice = error.code === "EACCES" ? " Choose a port above 1023." : " Check the host option.";
  return new IdeBridgeError("UNREACHABLE", `Cannot listen on ${host}:${port} (${error.code}).${advice}`, {
    cause: error,
  });
}

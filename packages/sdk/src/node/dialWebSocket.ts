import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { IdeBridgeError } from "../protocol/errors.ts";
import type { Transport } from "../protocol/transport.ts";
import { subprotocol, tokenHeader } from "./upgradeGate.ts";
import { WebSocketTransport } from "./webSocketTransport.ts";

export interface Dialling {
  readonly port: number;
  readonly token: string | undefined;
  readonly path: "/" | "/mcp";
  readonly milliseconds: number;
  readonly frameBytes?: number | undefined;
}

/** Tries the usual path, then the other one; and without a subprotocol where the server knows of none. */
export async function dialWebSocket(options: Dialling): Promise<Transport> {
  const { path } = options;
  const other = path === "/" ? "/mcp" : "/";
  const attempts: [string, string[]][] = [
    [path, [subprotocol]],
    [other, [subprotocol]],
    [path, []],
  ];
  for (const [index, [tried, protocols]] of attempts.entries()) {
    const outcome = await dialOnce(options, tried, protocols);
    if (!(outcome instanceof IdeBridgeError)) return outcome;
    const isLast = index === attempts.length - 1;
    if (isLast || !(outcome.cause instanceof WrongDoor)) throw outcome;
  }
  throw new IdeBridgeError("UNREACHABLE", `Nothing answers on port ${options.port}`);
}

/** The server is there, but not at this path or not with this subprotocol. */
class WrongDoor extends Error {}

function dialOnce(
  { port, token, milliseconds, frameBytes }: Dialling,
  path: string,
  protocols: string[],
): Promise<Transport | IdeBridgeError> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, {
      headers: token === undefined ? {} : { [tokenHeader]: token },
      perMessageDeflate: false,
      autoPong: false,
      handshakeTimeout: milliseconds,
      maxPayload: 256 * 1024 * 1024,
    });
    socket.once("open", () => resolve(new WebSocketTransport(socket, { frameBytes })));
    socket.once("unexpected-response", (_request, response) => {
      resolve(refused(response, port));
      socket.terminate();
    });
    socket.on("error", (error) => resolve(unreachable(error, port)));
  });
}

function refused({ statusCode = 0 }: IncomingMessage, port: number): IdeBridgeError {
  switch (statusCode) {
    case 400:
    case 401:
    case 403:
      return new IdeBridgeError(
        "UNAUTHORIZED",
        `The IDE on port ${port} refused the token (HTTP ${statusCode})`,
      );
    case 404:
      return new IdeBridgeError("UNREACHABLE", `The server on port ${port} is no IDE (HTTP 404)`, {
        cause: new WrongDoor(),
      });
    case 503:
      return new IdeBridgeError(
        "TOO_MANY_CONNECTIONS",
        `The IDE on port ${port} has too many connections: close one`,
      );
    default:
      return new IdeBridgeError("UNREACHABLE", `The server on port ${port} is no IDE (HTTP ${statusCode})`);
  }
}

function unreachable(error: NodeJS.ErrnoException, port: number): IdeBridgeError {
  if (error.code === "ECONNREFUSED") {
    return new IdeBridgeError("UNREACHABLE", `Nothing listens on port ${port}: the IDE has stopped`, {
      cause: error,
    });
  }
  const wrongDoor = /subprotocol/i.test(error.message);
  return new IdeBridgeError("UNREACHABLE", `Cannot connect to port ${port}: ${error.message}`, {
    cause: wrongDoor ? new WrongDoor() : error,
  });
}

import { IdeBridgeError } from "../protocol/errors.ts";
import type { Transport } from "../protocol/transport.ts";
import { subprotocol, tokenHeader } from "./upgradeGate.ts";
import { requestUpgrade } from "./webSocketHandshake.ts";
import { WebSocketTransport } from "./webSocketTransport.ts";

export interface Dialling {
  readonly port: number;
  readonly token: string | undefined;
  readonly path: "/" | "/mcp";
  readonly milliseconds: number;
  readonly frameBytes?: number | undefined;
}

/** An IDE may send more than it takes: the problems of a whole project, a file. */
const maxPayload = 256 * 1024 * 1024;

/** Tries the usual path, then the other one; and without a subprotocol where the server knows of none. */
export async function dialWebSocket(options: Dialling): Promise<Transport> {
  const { path } = options;
  const other = path === "/" ? "/mcp" : "/";
  const attempts: [string, string | undefined][] = [
    [path, subprotocol],
    [other, subprotocol],
    [path, undefined],
  ];
  for (const [index, [tried, protocol]] of attempts.entries()) {
    const outcome = await dialOnce(options, tried, protocol);
    if (!(outcome instanceof IdeBridgeError)) return outcome;
    const isLast = index === attempts.length - 1;
    if (isLast || !(outcome.cause instanceof WrongDoor)) throw outcome;
  }
  throw new IdeBridgeError("UNREACHABLE", `Nothing answers on port ${options.port}`);
}

/** The server is there, but not at this path or not with this subprotocol. */
class WrongDoor extends Error {}

async function dialOnce(
  { port, token, milliseconds, frameBytes }: Dialling,
  path: string,
  protocol: string | undefined,
): Promise<Transport | IdeBridgeError> {
  try {
    const headers = token === undefined ? {} : { [tokenHeader]: token };
    const outcome = await requestUpgrade({ port, path, protocol, headers, milliseconds });
    if ("status" in outcome) return refused(outcome.status, port);
    if ("protocol" in outcome) return unreachable(new WrongDoor("it speaks another subprotocol"), port);
    return new WebSocketTransport(outcome.socket, outcome.head, { side: "client", maxPayload, frameBytes });
  } catch (error) {
    return unreachable(error as NodeJS.ErrnoException, port);
  }
}

function refused(statusCode: number, port: number): IdeBridgeError {
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
  return new IdeBridgeError("UNREACHABLE", `Cannot connect to port ${port}: ${error.message}`, {
    cause: error,
  });
}

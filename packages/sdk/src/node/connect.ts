import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { Ide } from "../client/ide.ts";
import { type Backoff, defaultBackoff } from "../client/ideLink.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { dialects } from "../dialects/index.ts";
import { systemClock } from "../protocol/clock.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import { type Logger, silent } from "../protocol/logger.ts";
import type { Implementation } from "../protocol/mcp.ts";
import { toFileUri } from "../protocol/paths.ts";
import type { Transport } from "../protocol/transport.ts";
import { type DiscoverOptions, discover, type FoundIde } from "./discover.ts";
import { realPath } from "./nodeHost.ts";
import { currentPlatform } from "./platform.ts";
import { subprotocol, tokenHeader } from "./upgradeGate.ts";
import { WebSocketTransport } from "./webSocketTransport.ts";

export interface ConnectOptions extends DiscoverOptions {
  /** One that `discover` found; else the one on `port`; else the best match for `cwd`. */
  readonly ide?: FoundIde;
  readonly port?: number;
  /** Instead of the token in the lock file. */
  readonly token?: string;
  /** Instead of detecting it. */
  readonly dialect?: DialectName;
  readonly clientInfo?: Implementation;
  /** How to come back after the connection broke; `false` to give up at once. */
  readonly reconnect?: Backoff | false;
  /** How long a call may take when it does not say itself. */
  readonly callMilliseconds?: number;
  readonly handshakeMilliseconds?: number;
  readonly logger?: Logger;
}

/** Connects to a running IDE. */
export async function connect(options: ConnectOptions = {}): Promise<Ide> {
  const target = await chooseTarget(options);
  const handshakeMilliseconds = options.handshakeMilliseconds ?? 10_000;
  const dialect = options.dialect && dialects[options.dialect];
  const { handshake } = dialect ?? dialects[target.dialect];
  const platform = currentPlatform();
  const cwd = options.cwd ?? process.cwd();
  const dialling: Dialling = {
    port: target.port,
    token: options.token ?? target.token,
    milliseconds: handshakeMilliseconds,
    frameBytes: handshake.frameBytes,
  };
  return Ide.open({
    dial: () => dial(dialling, handshake.path),
    clientInfo: options.clientInfo ?? { name: "idebridge", version: "0.1.0" },
    pid: process.pid,
    roots: [toFileUri(realPath(cwd) ?? cwd, platform)],
    reconnect: options.reconnect ?? defaultBackoff,
    handshakeMilliseconds,
    clock: systemClock,
    logger: options.logger ?? silent,
    platform,
    folders: target.folders,
    traces: { ideName: target.name, ...(target.isDialectTold && { lockDialect: target.dialect }) },
    ...(dialect && { dialect }),
    callMilliseconds: options.callMilliseconds ?? 30_000,
  });
}

type Target = Pick<FoundIde, "port" | "token" | "name" | "folders" | "dialect" | "isDialectTold">;

async function chooseTarget(options: ConnectOptions): Promise<Target> {
  const { ide, port, cwd = process.cwd(), env = process.env } = options;
  if (ide) return ide;
  const found = await discover(options);
  if (port !== undefined) return found.find((each) => each.port === port) ?? { ...stranger, port };
  const wantedPort = Number(env.CLAUDE_CODE_SSE_PORT);
  const best = found.find((each) => each.isAlive && (each.matches || each.port === wantedPort));
  if (best === undefined) throw noIdeFound(found, cwd);
  return best;
}

/** A server that has no lock file. */
const stranger = {
  token: undefined,
  name: "unknown",
  folders: [],
  dialect: "claude-code",
  isDialectTold: false,
} as const;

function noIdeFound(found: readonly FoundIde[], cwd: string): IdeBridgeError {
  const nearest = found[0];
  const hint = nearest
    ? `The nearest is ${nearest.name} on port ${nearest.port}: ${nearest.problems.map(({ message }) => message).join("; ")}.`
    : "No editor has announced itself.";
  return new IdeBridgeError("NO_IDE_FOUND", `No IDE has ${cwd} open. ${hint}`);
}

interface Dialling {
  readonly port: number;
  readonly token: string | undefined;
  readonly milliseconds: number;
  readonly frameBytes: number | undefined;
}

/** Tries the usual path, then the other one; and without a subprotocol where the server knows of none. */
async function dial(options: Dialling, path: "/" | "/mcp"): Promise<Transport> {
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

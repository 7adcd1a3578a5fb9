import { Ide } from "../client/ide.ts";
import { type Backoff, defaultBackoff } from "../client/ideLink.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { dialects } from "../dialects/index.ts";
import { systemClock } from "../protocol/clock.ts";
import { IdeBridgeError } from "../protocol/errors.ts";
import { type Logger, silent } from "../protocol/logger.ts";
import type { Implementation } from "../protocol/mcp.ts";
import { toFileUri } from "../protocol/paths.ts";
import { dialWebSocket } from "./dialWebSocket.ts";
import { type DiscoverOptions, discover, type FoundIde } from "./discover.ts";
import { realPath } from "./nodeHost.ts";
import { currentPlatform } from "./platform.ts";

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
  const dialling = {
    port: target.port,
    token: options.token ?? target.token,
    path: handshake.path,
    milliseconds: handshakeMilliseconds,
    frameBytes: handshake.frameBytes,
  };
  return Ide.open({
    dial: () => dialWebSocket(dialling),
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
  const best = found.find(
    (each) => each.isAlive && !each.isForeign && (each.matches || each.port === wantedPort),
  );
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

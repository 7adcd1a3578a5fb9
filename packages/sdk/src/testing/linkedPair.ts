import { Ide } from "../client/ide.ts";
import { defaultBackoff } from "../client/ideLink.ts";
import type { DialectName } from "../dialects/dialect.ts";
import { dialects } from "../dialects/index.ts";
import type { Client, Editor } from "../editor/editor.ts";
import { type Clock, systemClock } from "../protocol/clock.ts";
import { defaultLimits, type Limits } from "../protocol/limits.ts";
import { type Logger, silent } from "../protocol/logger.ts";
import { type Platform, toFileUri } from "../protocol/paths.ts";
import type { Host } from "../server/host.ts";
import { IdeServer } from "../server/ideServer.ts";
import type { SharingOptions } from "../server/sharing.ts";
import type { Tool } from "../tools/tool.ts";
import { type LinkedTransport, linkedTransports } from "./linkedTransports.ts";

export interface LinkedPairOptions {
  readonly dialect?: DialectName;
  readonly tools?: readonly Tool[];
  readonly limits?: Partial<Limits>;
  readonly sharing?: SharingOptions;
  readonly selectionMilliseconds?: number;
  readonly isOnlooker?: (client: Client) => boolean;
  readonly platform?: Platform;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** What the machine would answer: where links lead, what is on the disk. */
  readonly host?: Partial<Pick<Host, "realPath" | "readText">>;
}

/** A server for an editor and a client connected to it, in one process and without a network. */
export interface LinkedPair {
  readonly server: IdeServer;
  readonly ide: Ide;
  /** One more client of the same server. */
  connect(): Promise<Ide>;
  /** The server's end of a new line, with nobody at the other: send and read raw messages there. */
  rawLine(): LinkedTransport;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function linkedPair(editor: Editor, options: LinkedPairOptions = {}): Promise<LinkedPair> {
  const clock = options.clock ?? systemClock;
  const platform = options.platform ?? "posix";
  const host: Host = {
    platform,
    clock,
    realPath: (path) => path,
    readText: () => Promise.resolve(undefined),
    ...options.host,
  };
  const logger = options.logger ?? silent;
  const server = new IdeServer(editor, {
    dialect: dialects[options.dialect ?? "claude-code"],
    host,
    limits: { ...defaultLimits, ...options.limits },
    logger,
    selectionMilliseconds: options.selectionMilliseconds ?? 5,
    sharing: options.sharing ?? {},
    tools: options.tools ?? [],
    isOnlooker: options.isOnlooker,
  });
  const clients: Ide[] = [];

  async function connect(): Promise<Ide> {
    const folders = editor.workspaceFolders();
    const ide = await Ide.open({
      async dial() {
        const [near, far] = linkedTransports();
        server.accept(far);
        return near;
      },
      clientInfo: { name: "test", version: "1.0.0" },
      pid: 4242,
      roots: folders.slice(0, 1).map((folder) => toFileUri(folder, platform)),
      reconnect: defaultBackoff,
      handshakeMilliseconds: 5_000,
      clock,
      logger,
      platform,
      folders,
      traces: {},
      callMilliseconds: 5_000,
    });
    clients.push(ide);
    return ide;
  }

  return {
    server,
    ide: await connect(),
    connect,
    rawLine() {
      const [near, far] = linkedTransports();
      server.accept(far);
      return near;
    },
    async [Symbol.asyncDispose]() {
      for (const ide of clients) ide.close();
      server.close();
    },
  };
}

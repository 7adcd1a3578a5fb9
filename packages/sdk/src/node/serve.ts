import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { claudeCode } from "../dialects/claudeCode.ts";
import type { Dialect, DialectName } from "../dialects/dialect.ts";
import type { Client, Editor, Mention, Unsubscribe } from "../editor/editor.ts";
import { IdeBridgeError, messageOf } from "../protocol/errors.ts";
import { defaultLimits, type Limits } from "../protocol/limits.ts";
import { type Logger, silent } from "../protocol/logger.ts";
import { isInside } from "../protocol/paths.ts";
import { IdeServer } from "../server/ideServer.ts";
import type { PassedMessage, ServerEvent } from "../server/serverEvent.ts";
import type { SharingOptions } from "../server/sharing.ts";
import type { Tool } from "../tools/tool.ts";
import { type Environment, lockFolder } from "./configFolders.ts";
import type { FoundIde } from "./discover.ts";
import { removeLockFile, removeStaleLocks, writeLockFile } from "./lockFiles.ts";
import { nodeHost } from "./nodeHost.ts";
import { terminalEnvironment } from "./terminalEnvironment.ts";
import { createToken } from "./token.ts";
import { WebSocketListener } from "./webSocketListener.ts";

export interface ServeOptions {
  /** What to speak: `claudeCode`, unless your clients want something else. */
  readonly dialect?: Dialect;
  /** Take the port and token of before, and running agents find the editor again. */
  readonly port?: number;
  readonly token?: string;
  /** The address to listen on. Anything but a loopback address lets other machines in. */
  readonly host?: string;
  /** Where Claude Code looks for editors, instead of `CLAUDE_CONFIG_DIR` or `~/.claude`. */
  readonly configDir?: string;
  /** The environment to go by; that of the process when left out. */
  readonly env?: Environment;
  /** Tools of your own, made with `defineTool`. */
  readonly tools?: readonly Tool[];
  readonly sharing?: SharingOptions;
  readonly limits?: Partial<Limits>;
  /** Selections are told at most this often. */
  readonly selectionMilliseconds?: number;
  /** True for clients that only look on, such as a monitor of yours: a mention waits for somebody else. */
  readonly isOnlooker?: (client: Client) => boolean;
  readonly logger?: Logger;
}

/** An editor that agents can find and connect to. */
export interface Server {
  readonly port: number;
  readonly token: string;
  readonly dialect: DialectName;
  readonly lockFile: string;
  /** The lock file is there: agents find this server. */
  readonly isAnnounced: boolean;
  readonly clients: readonly Client[];
  /** While true, agents learn nothing of documents, selections and diagnostics. Reviews go on. */
  paused: boolean;
  /** Puts a file, some lines or a folder into the prompt of one agent or of all. Waits a while if there is none. */
  mention(mention: Mention, client?: Client): "sent" | "queued";
  /** Offers one more tool, until the returned function is called. */
  addTool(tool: Tool): Unsubscribe;
  subscribe(listener: (event: ServerEvent) => void): Unsubscribe;
  /** A number for a proposal of the editor's own, which no agent's proposal has. */
  nextProposalId(): number;
  /** Sees every message of every client as it is on the wire. Costs nothing while nobody does. */
  watchMessages(watcher: (message: PassedMessage) => void): Unsubscribe;
  /** Other live IDEs for the same folder, now. Claude Code then connects to none by itself: tell the user. */
  conflicts(): Promise<readonly FoundIde[]>;
  /** Removes the lock file, while another IDE is to be found instead. Agents that are connected stay. */
  withdraw(): void;
  /** Writes the lock file again. */
  announce(): void;
  /** What to set in a terminal so that an agent started there connects to this server. */
  terminalEnvironment(env?: Environment): Record<string, string>;
  /** Ends all connections, pending reviews undecided, and removes the lock file. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Serves an editor on a local port and announces it. */
export async function serve(editor: Editor, options: ServeOptions = {}): Promise<Server> {
  const { configDir, env = process.env, logger = silent, dialect = claudeCode } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const token = options.token ?? createToken(dialect.handshake.token);
  assertUsable(editor, token);
  let announceAgain = () => {};
  const ideServer = new IdeServer(editor, {
    dialect,
    host: nodeHost(),
    limits,
    logger,
    selectionMilliseconds: options.selectionMilliseconds ?? 50,
    sharing: options.sharing ?? {},
    tools: options.tools ?? [],
    isOnlooker: options.isOnlooker,
    // Told by the server, not by a second subscription: simple editors keep only one listener.
    foldersChanged: () => announceAgain(),
  });
  const listener = new WebSocketListener({
    token,
    handshake: dialect.handshake,
    keepalive: dialect.keepalive,
    limits,
    host: options.host ?? "127.0.0.1",
    accept: (transport) => ideServer.accept(transport),
    refused: (reason) => ideServer.refused(reason),
  });

  try {
    await listener.listen(options.port);
    const folder = lockFolder(dialect.lock.folder, env, configDir);
    removeStaleLocks(folder);
    const announce = () => writeLock(ideServer, folder, listener.port, token);
    const lockFile = announce();
    let isAnnounced = true;
    announceAgain = () => {
      if (!isAnnounced) return;
      try {
        announce();
      } catch (error) {
        logger.error?.("could not announce the new folders", { error: messageOf(error) });
      }
    };
    // Somebody may tidy up that folder: nobody would find us any more.
    const guard = setInterval(() => {
      if (!existsSync(lockFile)) announceAgain();
    }, guardMilliseconds);
    guard.unref();

    const withdraw = () => {
      isAnnounced = false;
      removeLockFile(lockFile, token);
    };
    let isClosed = false;
    const close = async () => {
      isClosed = true;
      clearInterval(guard);
      // Before the rest, so that no client finds a server that is about to go.
      try {
        withdraw();
      } catch (error) {
        // It names a process that is about to be gone: clients pass over it, and the next server removes it.
        logger.warn?.("could not remove the lock file", { error: messageOf(error) });
      }
      ideServer.close();
      await listener.close();
    };
    return {
      port: listener.port,
      token,
      dialect: dialect.name,
      lockFile,
      get isAnnounced() {
        return isAnnounced;
      },
      get clients() {
        return ideServer.clients;
      },
      get paused() {
        return ideServer.paused;
      },
      set paused(paused) {
        ideServer.paused = paused;
      },
      mention: (mention, client) => ideServer.mention(mention, client),
      addTool: (tool) => ideServer.addTool(tool),
      subscribe: (serverListener) => ideServer.subscribe(serverListener),
      nextProposalId: () => ideServer.nextProposalId(),
      watchMessages: (watcher) => ideServer.watchMessages(watcher),
      conflicts: () => findConflicts(ideServer, lockFile, env, configDir),
      withdraw,
      announce: () => {
        if (isClosed) return;
        announce();
        isAnnounced = true;
      },
      terminalEnvironment: (terminal = env) => terminalEnvironment(listener.port, terminal, configDir),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    ideServer.close();
    await listener.close();
    throw error;
  }
}

const shortestToken = 16;
/** How often to look whether the lock file is still there. */
const guardMilliseconds = 3_000;

/** Mistakes of an author, told where they are made. */
function assertUsable(editor: Editor, token: string): void {
  const fail = (message: string): never => {
    throw new IdeBridgeError("INVALID_ARGUMENT", message);
  };
  if (!editor.name) fail("The editor must have a name: it is what users see");
  const relative = editor.workspaceFolders().find((folder) => !isAbsolute(folder));
  if (relative !== undefined)
    fail(`workspaceFolders must be absolute paths, not ${JSON.stringify(relative)}`);
  // An empty token would be open to every program of the machine.
  if (token.length < shortestToken) {
    fail(`A token must have at least ${shortestToken} characters: leave it out for a new one`);
  }
}

/** Writes the lock file, and returns its path. */
function writeLock(ideServer: IdeServer, folder: string, port: number, token: string): string {
  const { host, editor, dialect } = ideServer;
  const lock = {
    port,
    token,
    pid: process.pid,
    name: editor.name,
    // Claude Code compares with its own working directory, which has no links in it.
    folders: editor.workspaceFolders().map((path) => host.realPath(path) ?? path),
    transport: "ws",
    runningInWindows: host.platform === "windows",
    dialect: dialect.name,
  };
  return writeLockFile(folder, `${port}${dialect.lock.extension}`, dialect.lock.write(lock, host.platform));
}

/** The other live IDEs in whose folders, or above or below them, this one works too. */
async function findConflicts(
  { editor, host }: IdeServer,
  ownLock: string,
  env: Environment,
  configDir: string | undefined,
): Promise<readonly FoundIde[]> {
  const ours = editor.workspaceFolders().map((path) => host.realPath(path) ?? path);
  const { discover } = await import("./discover.ts");
  const found = await discover({ env, ...(configDir && { configDir }), ...(ours[0] && { cwd: ours[0] }) });
  return found.filter(
    (ide) =>
      ide.isAlive &&
      ide.lockFile !== ownLock &&
      ide.folders.some((theirs) =>
        ours.some(
          (folder) => isInside(folder, theirs, host.platform) || isInside(theirs, folder, host.platform),
        ),
      ),
  );
}

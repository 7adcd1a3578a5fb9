import {
  type Client,
  type Dialect,
  IdeBridgeError,
  type Logger,
  type Server,
  type ServerEvent,
  type SharingOptions,
  serve,
} from "@idebridge/sdk";
import { lazy, type Sharing } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import { assertFree } from "./alreadyRunning.ts";
import { type LazyChangeLog, lazyChangeLog } from "./changes/lazyChangeLog.ts";
import { codeOptions } from "./code/codeOptions.ts";
import { controlHandlers } from "./control/controlHandlers.ts";
import type { ControlEvent } from "./control/controlProtocol.ts";
import { ControlServer } from "./control/controlServer.ts";
import { DocumentTexts } from "./control/documentTexts.ts";
import { toClientInfo } from "./control/toClientInfo.ts";
import { realFolder } from "./documents/realFolder.ts";
import { lazyFormatter } from "./formatting/lazyFormatter.ts";
import { HeadlessEditor } from "./headlessEditor.ts";
import { type Instance, readInstance, stateFolder, workbenchMemory, writeInstance } from "./instance.ts";
import { joinLanguages } from "./languages/joinLanguages.ts";
import { LazyLanguages } from "./languages/lazyLanguages.ts";
import type { BundledServers, LanguageSettings } from "./languages/serverDefinition.ts";
import { lazyNotebooks } from "./notebooks/lazyNotebooks.ts";
import type { NotebookSettings } from "./notebooks/notebookSettings.ts";
import { sharingRules } from "./sharingRules.ts";
import { claimStart } from "./startClaim.ts";
import { ClientActivities } from "./traffic/clientActivities.ts";
import type { TrafficLog } from "./traffic/trafficLog.ts";
import { LazyWorkbench, type StartWorkbench, type Workbench } from "./workbench.ts";

export interface HeadlessOptions {
  readonly folders: readonly string[];
  readonly version: string;
  readonly name?: string;
  readonly port?: number;
  readonly dialect?: Dialect;
  readonly configDir?: string;
  readonly env: Environment;
  readonly sharing?: SharingOptions;
  /** Who decides about changes: people, through a front end, or nobody. */
  readonly review?: "ask" | "accept" | "reject";
  /** Whether to record what agents write without asking. */
  readonly recordChanges?: boolean;
  readonly changeMegabytes?: number;
  /** How the page in the browser is served, once somebody wants it. */
  readonly startWorkbench?: StartWorkbench;
  readonly notebooks?: NotebookSettings;
  readonly languageServers?: LanguageSettings;
  /** Language servers that are installed with the caller. */
  readonly bundledServers?: () => BundledServers;
  readonly logger?: Logger;
}

/** An IDE that runs: what agents are served, and what front ends are told. */
export interface HeadlessIde {
  readonly server: Server;
  readonly editor: HeadlessEditor;
  readonly instance: Instance;
  /** Every front end is told these too. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
  /** How many pages are attached. */
  readonly pages: number;
  /** The page in the browser, which is served from now on. */
  openWorkbench(): Promise<Workbench>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startHeadless(options: HeadlessOptions): Promise<HeadlessIde> {
  const { env } = options;
  const folders = [...new Set(options.folders.map(realFolder))];
  const main = folders[0];
  if (main === undefined) throw new IdeBridgeError("INVALID_ARGUMENT", "There must be a folder to serve");
  const release = await claimStart(folders, env);
  try {
    await assertFree(folders, env);
    return await startAlone(options, folders, main);
  } finally {
    release();
  }
}

async function startAlone(
  options: HeadlessOptions,
  folders: readonly string[],
  main: string,
): Promise<HeadlessIde> {
  const { env, logger, version } = options;
  const last = readInstance(main, env);
  const listeners = new Set<(event: ControlEvent) => void>();
  const tell = (event: ControlEvent) => {
    control.tell(event);
    for (const listener of listeners) listener(event);
  };
  const warn = (message: string) => tell({ type: "warning", message });

  /** Files that are being written here at the wish of an agent. */
  const writtenForAgents = new Set<string>();
  const rules = lazy(() => sharingRules(folders, options.sharing));
  const log =
    options.recordChanges === false
      ? undefined
      : lazyChangeLog({
          folders,
          stateDir: `${stateFolder(main, env)}/changes`,
          env,
          rules,
          megabytes: options.changeMegabytes,
          logger,
          clients: () => server.clients,
          tell,
        });
  const notebooks = lazyNotebooks({
    folders,
    env,
    settings: options.notebooks ?? {},
    rules,
    readText: (path) => editor.readText(path),
    tell,
  });
  const languages = new LazyLanguages({
    folders,
    env,
    version,
    openText: (path) => editor.readText(path),
    isOpen: (path) => editor.documents.get(path) !== undefined,
    ...(options.languageServers && { settings: options.languageServers }),
    ...(options.bundledServers && { bundled: options.bundledServers }),
    ...(logger && { logger }),
  });
  const editor: HeadlessEditor = new HeadlessEditor({
    ...(options.notebooks?.enabled !== false && { codeRunner: notebooks }),
    ...(options.name !== undefined && { name: options.name }),
    version,
    folders,
    warn,
    async onDiagnosticsAsked(path, { client }) {
      const changes = await log?.();
      if (path === undefined) changes?.writesMayHaveEnded(client);
      else await changes?.writeAnnounced(client, path);
    },
    async recordWrite(path, { client }, write) {
      const changes = await log?.();
      await changes?.writeAnnounced(client, path);
      writtenForAgents.add(path);
      try {
        return await write();
      } finally {
        writtenForAgents.delete(path);
        changes?.writesMayHaveEnded(client);
      }
    },
    formatter: lazyFormatter({
      folders,
      env,
      fromProject: options.languageServers?.fromProject ?? true,
      languages,
    }),
    diagnosticsProvider: languages,
  });
  const workspace = lazy(() => openWorkspaceFiles(editor, rules(), env));
  const workbench = new LazyWorkbench(options.startWorkbench, {
    memory: workbenchMemory(main, env),
    attach: (transport) => control.acceptPage(transport),
  });
  const activities = new ClientActivities();
  const control = new ControlServer(
    controlHandlers({
      editor,
      server: () => server,
      changes: () => log?.(),
      files: async () => (await workspace()).files,
      texts: new DocumentTexts(editor.documents, (event, except) => control.tellPages(event, except)),
      traffic: lazy(() => openTrafficLog(() => server)),
      activities,
      workbench,
      notebooks,
      languages,
      code: codeOptions({
        editor,
        languages,
        isDenied: (path) => rules().isDenied(path),
        tell,
        server: () => server,
        changes: () => log?.ifOpen(),
      }),
      startedAt: new Date(),
      version,
    }),
    {
      token: last?.control.token,
      assertForPages: async (path) => (await workspace()).fence.assert(path),
    },
  );
  // Before the agents can come: what the first one says must not be missed.
  await control.listen();
  const server = await serveAgain(editor, options, last).catch(async (error: unknown) => {
    editor[Symbol.dispose]();
    await control.close();
    throw error;
  });
  const instance: Instance = {
    pid: process.pid,
    name: editor.name,
    version,
    folders,
    startedAt: new Date().toISOString(),
    port: server.port,
    token: server.token,
    control: { port: control.port, token: control.token },
  };
  try {
    writeInstance(instance, env);
  } catch (error) {
    await server.close();
    editor[Symbol.dispose]();
    await control.close();
    throw error;
  }

  server.subscribe((event) => {
    watchAgents(event, server, tell);
    activities.happened(event);
    if (log) void recordAgents(event, log, logger);
  });
  joinLanguages(languages, { editor, server, tell, logger });
  editor.subscribe((event) => {
    if (event.type === "selection") tell({ type: "selectionChanged", selection: event.selection });
    if (event.type === "documents") {
      void editor.documentInfos().then((documents) => tell({ type: "documentsChanged", documents }));
    }
  });
  editor.documents.subscribe((event) => {
    if (event.type === "closed") {
      void notebooks.ifOpen()?.then((opened) => opened.notebookClosed(event.document.path));
    }
    // What the user saves here is not the agent's.
    if (event.type !== "saving" || writtenForAgents.has(event.document.path)) return;
    void log?.ifOpen().then((changes) => changes?.savedByUser(event.document.path, event.document.text));
  });
  const asking = new Map<number, { readonly client: Client; readonly path: string }>();
  editor.inbox.subscribe((event) => {
    if (event.type === "reviewOpened") {
      const { id, client, path } = event.review;
      const asked = server.clients.find((each) => each.id === client.id);
      if (asked) asking.set(id, { client: asked, path });
      if (options.review === "accept" || options.review === "reject") void decide(editor, id, options.review);
    } else if (event.type === "reviewClosed") {
      const asked = asking.get(event.id);
      asking.delete(event.id);
      // Withdrawn: the user may have said yes in the agent's own terminal. Asked is asked.
      if (event.outcome !== "rejected" && asked)
        void log?.ifOpen().then((changes) => changes?.accepted(asked.client, asked.path));
    }
    tell(event);
  });

  // Pages of last time wait for us; nobody else has to wait for that.
  setImmediate(() => void workbench.reopen().catch((error: unknown) => warn(String(error))));

  const close = async () => {
    await editor.inbox.sendHeld();
    // The agents first, so that what nobody has decided does not reach them as a rejection.
    await server.close();
    editor[Symbol.dispose]();
    await workbench.close();
    await (await notebooks.ifOpen())?.close();
    await control.close();
    await languages.close();
    const { pid: _, ...stopped } = instance;
    try {
      await (await log?.ifOpen())?.close();
      writeInstance(stopped, env);
    } catch (error) {
      // The number of a process that has ended is as good as none.
      logger?.warn?.("could not tidy up", { error: String(error) });
    }
  };
  return {
    server,
    editor,
    instance,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get pages() {
      return control.pages;
    },
    openWorkbench: async () => workbench.open(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openTrafficLog(server: () => Server): Promise<TrafficLog> {
  const { TrafficLog } = await import("./traffic/trafficLog.ts");
  return new TrafficLog({ watchMessages: (watcher) => server().watchMessages(watcher) });
}

async function openWorkspaceFiles(editor: HeadlessEditor, rules: Sharing, env: Environment) {
  const [{ WorkspaceFence }, { WorkspaceFiles }] = await Promise.all([
    import("./files/workspaceFence.ts"),
    import("./files/workspaceFiles.ts"),
  ]);
  const folders = () => editor.workspaceFolders();
  const fence = new WorkspaceFence({ folders, isDenied: (path) => rules.isDenied(path) });
  return { fence, files: new WorkspaceFiles({ folders, fence, env: env as NodeJS.ProcessEnv }) };
}

/** On the port and with the token of last time, so that agents that run find us again. */
async function serveAgain(
  editor: HeadlessEditor,
  options: HeadlessOptions,
  last: Instance | undefined,
): Promise<Server> {
  const { port, dialect, configDir, env, sharing, logger } = options;
  const common = {
    env,
    ...(dialect && { dialect }),
    ...(configDir && { configDir }),
    ...(sharing && { sharing }),
    ...(logger && { logger }),
    ...(last && { token: last.token }),
  };
  if (port !== undefined) return serve(editor, { ...common, port });
  if (last === undefined) return serve(editor, common);
  try {
    return await serve(editor, { ...common, port: last.port });
  } catch (error) {
    if (!(error instanceof IdeBridgeError) || error.code !== "PORT_IN_USE") throw error;
    return serve(editor, common);
  }
}

function watchAgents(event: ServerEvent, server: Server, tell: (event: ControlEvent) => void): void {
  switch (event.type) {
    case "clientReady":
    case "clientChanged":
    case "clientDisconnected":
      return tell({ type: "clientsChanged", clients: server.clients.map(toClientInfo) });
    case "toolCalled":
      return tell({
        type: "toolCalled",
        client: toClientInfo(event.client),
        tool: event.tool,
        arguments: event.arguments,
      });
    case "refused":
      return tell({ type: "refused", reason: event.reason });
    case "sharingChanged":
      return tell({ type: "sharingChanged", paused: event.paused });
  }
}

/** Claude Code closes all diffs at every prompt: that is how a new one is known. */
async function recordAgents(
  event: ServerEvent,
  log: LazyChangeLog,
  logger: Logger | undefined,
): Promise<void> {
  try {
    if (event.type === "clientReady") (await log()).clientConnected(event.client);
    if (event.type === "clientDisconnected") (await log.ifOpen())?.clientDisconnected(event.client);
    if (event.type === "toolCalled" && event.tool === "closeAllDiffTabs")
      (await log()).promptStarted(event.client);
  } catch (error) {
    logger?.error?.("could not record changes", { error: String(error) });
  }
}

async function decide(editor: HeadlessEditor, id: number, review: "accept" | "reject"): Promise<void> {
  const { proposal } = await editor.inbox.read(id);
  const decision =
    review === "accept"
      ? { outcome: "accepted" as const, contents: proposal.contents }
      : { outcome: "rejected" as const };
  editor.inbox.decide(id, decision, `--review ${review}`);
}

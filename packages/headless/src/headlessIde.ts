import { type Dialect, IdeBridgeError, type Logger, type Server, type SharingOptions } from "@idebridge/sdk";
import { lazy } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import { assertFree } from "./alreadyRunning.ts";
import { ChangeRecording } from "./changes/changeRecording.ts";
import { lazyChangeLog } from "./changes/lazyChangeLog.ts";
import { codeOptions } from "./code/codeOptions.ts";
import { controlHandlers } from "./control/controlHandlers.ts";
import type { ControlEvent } from "./control/controlProtocol.ts";
import { ControlServer } from "./control/controlServer.ts";
import { DocumentTexts } from "./control/documentTexts.ts";
import { tellFrontEnds } from "./control/tellFrontEnds.ts";
import { decideAll } from "./decideAll.ts";
import { realFolder } from "./documents/realFolder.ts";
import { openWorkspaceFiles } from "./files/openWorkspaceFiles.ts";
import { lazyFormatter } from "./formatting/lazyFormatter.ts";
import { HeadlessEditor } from "./headlessEditor.ts";
import { type Instance, readInstance, stateFolder, workbenchMemory, writeInstance } from "./instance.ts";
import { isOwnCommand } from "./isOwnCommand.ts";
import { keepInstance } from "./keepInstance.ts";
import { joinLanguages } from "./languages/joinLanguages.ts";
import { LazyLanguages } from "./languages/lazyLanguages.ts";
import type { BundledServers, LanguageSettings } from "./languages/serverDefinition.ts";
import { lazyNotebooks } from "./notebooks/lazyNotebooks.ts";
import type { NotebookSettings } from "./notebooks/notebookSettings.ts";
import { serveAgain } from "./serveAgain.ts";
import { sharingRules } from "./sharingRules.ts";
import { claimStart } from "./startClaim.ts";
import { ClientActivities } from "./traffic/clientActivities.ts";
import { openTrafficLog } from "./traffic/openTrafficLog.ts";
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
  const rules = lazy(() => sharingRules(folders, options.sharing));
  const isDenied = (path: string) => rules().isDenied(path);
  /** Programs that are part of the project may be run. */
  const fromProject = options.languageServers?.fromProject ?? true;

  // Most of what an IDE has is loaded when it is first needed: a start takes no longer than it must.
  const recording: ChangeRecording = new ChangeRecording(
    options.recordChanges === false
      ? undefined
      : lazyChangeLog({
          folders,
          stateDir: `${stateFolder(main, env)}/changes`,
          env,
          rules,
          megabytes: options.changeMegabytes,
          logger,
          agents: () => recording.agents,
          tell,
        }),
    logger,
  );
  const notebooks = lazyNotebooks({
    folders,
    env,
    settings: options.notebooks ?? {},
    fromProject,
    rules,
    readText: (path) => editor.readText(path),
    tell,
  });
  const languages = new LazyLanguages({
    folders,
    env,
    version,
    openText: (path) => editor.readText(path),
    open: {
      has: (path) => editor.documents.get(path) !== undefined,
      get size() {
        return editor.documents.size;
      },
    },
    ...(options.languageServers && { settings: options.languageServers }),
    ...(options.bundledServers && { bundled: options.bundledServers }),
    ...(logger && { logger }),
  });
  const editor: HeadlessEditor = new HeadlessEditor({
    ...(options.name !== undefined && { name: options.name }),
    version,
    folders,
    warn,
    onDiagnosticsAsked: (path, call) => recording.diagnosticsAsked(path, call),
    recordWrite: (path, call, write) => recording.whileWriting(path, call, write),
    recordReview: (proposal, call, review) => recording.whileAsking(proposal, call, review),
    diagnosticsProvider: languages,
    formatter: lazyFormatter({ folders, env, fromProject, languages }),
    ...(options.notebooks?.enabled !== false && { codeRunner: notebooks }),
  });
  const workspace = lazy(() => openWorkspaceFiles(editor, rules(), env));
  const workbench = new LazyWorkbench(options.startWorkbench, {
    memory: workbenchMemory(main, env),
    attach: (transport) => control.acceptPage(transport),
  });
  const activities = new ClientActivities();
  const code = codeOptions({
    editor,
    languages,
    isDenied,
    tell,
    server: () => server,
    changes: () => recording.ifOpen(),
  });
  const control = new ControlServer(
    controlHandlers({
      editor,
      server: () => server,
      changes: () => recording.open(),
      files: async () => (await workspace()).files,
      texts: new DocumentTexts(editor.documents, (event, except) => control.tellPages(event, except)),
      traffic: lazy(() => openTrafficLog(() => server)),
      activities,
      workbench,
      tellOthers: (event, than) => control.tell(event, than),
      notebooks,
      languages,
      code,
      startedAt: new Date(),
      version,
    }),
    {
      assertForPages: async (path) => (await workspace()).fence.assert(path),
    },
  );

  const server = await serveAgain(editor, { ...options, isOnlooker: isOwnCommand }, last).catch(
    (error: unknown) => {
      editor[Symbol.dispose]();
      throw error;
    },
  );
  // Agents can come from now on: nothing of what the first one says must be missed.
  server.subscribe((event) => {
    activities.happened(event);
    void recording.serverEvent(event);
  });
  editor.documents.subscribe(({ type, document }) => {
    if (type === "saving") void recording.saving(document);
    if (type === "closed") void notebooks.ifOpen()?.then((opened) => opened.notebookClosed(document.path));
  });
  tellFrontEnds(server, editor, tell);
  joinLanguages(languages, { editor, server, tell, logger });
  if (options.review === "accept" || options.review === "reject") decideAll(editor.inbox, options.review);

  // Front ends after the agents: it is those that somebody waits for.
  let instance: Instance;
  try {
    await control.listen();
    instance = {
      pid: process.pid,
      name: editor.name,
      version,
      folders,
      startedAt: new Date().toISOString(),
      port: server.port,
      token: server.token,
      control: { port: control.port, token: control.token },
    };
    writeInstance(instance, env);
  } catch (error) {
    await server.close();
    editor[Symbol.dispose]();
    await control.close();
    throw error;
  }
  const endKeeping = keepInstance(instance, env);
  // Pages of last time wait for us; nobody else has to wait for that.
  setImmediate(() => void workbench.reopen().catch((error: unknown) => warn(String(error))));

  const close = async () => {
    endKeeping();
    await editor.inbox.sendHeld();
    editor.inbox.stopping();
    // The agents first, so that what nobody has decided does not reach them as a rejection.
    await server.close();
    editor[Symbol.dispose]();
    await workbench.close();
    await (await notebooks.ifOpen())?.close();
    await control.close();
    await languages.close();
    const { pid: _, ...stopped } = instance;
    try {
      await recording.close();
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

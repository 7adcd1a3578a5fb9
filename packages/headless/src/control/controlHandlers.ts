import { promises as fs } from "node:fs";
import { IdeBridgeError, type Mention, type Server } from "@idebridge/sdk";
import type { ChangeLog } from "../changes/changeLog.ts";
import type { CodeOptions } from "../code/codeHandlers.ts";
import { lazyCode } from "../code/lazyCode.ts";
import { DocumentError } from "../documents/documentError.ts";
import type { WorkspaceFiles } from "../files/workspaceFiles.ts";
import type { HeadlessEditor } from "../headlessEditor.ts";
import type { LazyLanguages } from "../languages/lazyLanguages.ts";
import type { LazyNotebooks } from "../notebooks/lazyNotebooks.ts";
import type { ClientActivities } from "../traffic/clientActivities.ts";
import type { TrafficLog } from "../traffic/trafficLog.ts";
import type { LazyWorkbench } from "../workbench.ts";
import { assertSelectable } from "./assertSelectable.ts";
import type { ControlLine } from "./controlLine.ts";
import type { ControlEvent, Status, TimelineEntry } from "./controlProtocol.ts";
import type { ControlHandlers } from "./controlServer.ts";
import type { DocumentTexts } from "./documentTexts.ts";
import { assertHasLine, linesOf } from "./linesOf.ts";
import { toClientInfo } from "./toClientInfo.ts";

export interface ControlledIde {
  readonly editor: HeadlessEditor;
  server(): Server;
  /** `undefined` when changes are not recorded. */
  changes(): Promise<ChangeLog> | undefined;
  /** Loaded when somebody asks for files. */
  files(): Promise<WorkspaceFiles>;
  readonly texts: DocumentTexts;
  /** Loaded when somebody wants to watch. */
  traffic(): Promise<TrafficLog>;
  readonly activities: ClientActivities;
  readonly workbench: LazyWorkbench;
  tellOthers(event: ControlEvent, than: ControlLine): void;
  readonly notebooks: LazyNotebooks;
  readonly languages: LazyLanguages;
  readonly code: CodeOptions;
  readonly startedAt: Date;
  readonly version: string;
}

/** What the control channel can do, in terms of the IDE. */
export function controlHandlers(ide: ControlledIde): ControlHandlers {
  const { editor, notebooks } = ide;
  const changes = async () => {
    const log = await ide.changes();
    if (log) return log;
    throw new IdeBridgeError("UNSUPPORTED", "Changes are not recorded: the setting changes.record is false");
  };
  const status = async (): Promise<Status> => {
    const server = ide.server();
    const selection = editor.activeSelection();
    // A log that cannot be opened is told of elsewhere, and no reason to lock front ends out.
    const prompts = (await ide.changes()?.catch(() => undefined))?.list() ?? [];
    return {
      name: editor.name,
      version: ide.version,
      pid: process.pid,
      port: server.port,
      dialect: server.dialect,
      folders: editor.workspaceFolders(),
      startedAt: ide.startedAt.toISOString(),
      paused: server.paused,
      clients: server.clients.map(toClientInfo),
      pendingReviews: editor.inbox.list().length,
      unseenChanges: prompts.flatMap(({ files }) => files).filter(({ state }) => state === "unseen").length,
      selection: await selection,
      kernels: (await notebooks.ifOpen())?.kernels() ?? [],
      problems: ide.languages.problems(),
      languageServers: ide.languages.infos(),
    };
  };
  return {
    ...lazyCode(() => ide.code),
    attach: status,
    status,
    "reviews/list": () => editor.inbox.list(),
    "reviews/read": ({ id }) => editor.inbox.read(id),
    "reviews/decide"({ id, decision, message, hunks, holdMilliseconds }, line) {
      const by = line.name;
      const said = { message, hunks };
      if (holdMilliseconds === undefined) return editor.inbox.decide(id, decision, by, said);
      let forget = () => {};
      const over = () => forget();
      const held = editor.inbox.hold(id, decision, by, { ...said, milliseconds: holdMilliseconds, over });
      if (held.outcome === "tooLate") return held;
      // Whoever has decided and left cannot undo it any more: no reason to let the agent wait.
      forget = line.whenClosed(held.send);
      return { outcome: "held", until: held.until };
    },
    "reviews/undo": ({ id }, { name }) => editor.inbox.undo(id, name),
    async "reviews/draft"({ id, draft, openedAt }, line) {
      const kept = await editor.inbox.draft(id, draft, openedAt);
      // Not back to where it comes from: meanwhile the user may be further there.
      if (kept.outcome === "kept") ide.tellOthers({ type: "reviewDrafted", id, draft, by: line.name }, line);
      return kept;
    },
    "reviews/history": () => editor.inbox.history(),
    "changes/list": async () => (await changes()).list(),
    "changes/read": async ({ id }) => (await changes()).read(id),
    "changes/revert": async (request) => (await changes()).revert(request),
    "changes/keep": async ({ id }) => (await changes()).keep(id),
    "files/timeline": async ({ path }) => timelineOf(path, (await changes()).list()),
    "files/list": async ({ path }) => (await ide.files()).list(path),
    "files/find": async ({ query, limit }) => (await ide.files()).find(query, limit),
    "clients/list": () => ide.activities.list(ide.server().clients),
    "traffic/watch": ({ watch }, line) => watchTraffic(ide, watch, line),
    "workbench/link": async ({ file }) => (await ide.workbench.open()).link({ file: file === true }),
    "documents/list": () => editor.documentInfos(),
    async "documents/open"({ path, line }, { isPage }) {
      if (isPage) await assertFitsPage(path);
      const at = { line: line ?? 0, character: 0 };
      if (line !== undefined) {
        assertHasLine(path, line, await linesOf(path, editor.documents));
        await editor.select(path, { start: at, end: at });
      }
      const { text, version } = await editor.documents.open(path);
      return { text, version };
    },
    async "documents/edit"({ path, text, version }, line) {
      return { version: (await ide.texts.edit(path, text, version, line)).version };
    },
    async "documents/save"({ path, overwrite }) {
      return { outcome: await editor.documents.save(path, overwrite === undefined ? {} : { overwrite }) };
    },
    async "documents/revert"({ path }) {
      const { text, version } = await editor.documents.revert(path);
      return { text, version };
    },
    async "documents/undo"({ path }) {
      const document = await editor.documents.undo(path);
      if (document === undefined) return { outcome: "nothingToUndo" };
      return { outcome: "undone", text: document.text, version: document.version };
    },
    async "documents/format"({ path }, _line, signal) {
      const { document, changes, by } = await editor.formatDocument(path, signal);
      const { text, version, isDirty } = document;
      return { by, text, version, isSaved: !isDirty, changes };
    },
    async "documents/close"({ path, discard }) {
      return { outcome: await editor.documents.close(path, { discard: discard ?? false }) };
    },
    "executions/list": async () => (await notebooks.ifOpen())?.executions.list() ?? [],
    "executions/read": async ({ id }) => (await notebooks.open()).executions.read(id),
    "executions/decide": async ({ id, allow }, { name }) =>
      (await notebooks.open()).executions.decide(id, allow, name),
    async "executions/interrupt"({ id }) {
      return { outcome: (await notebooks.open()).interrupt(id) ? "interrupted" : "notRunning" };
    },
    "kernels/list": async () => (await notebooks.ifOpen())?.kernels() ?? [],
    "kernels/restart": async ({ path }) => ({
      restarted: (await (await notebooks.ifOpen())?.restart(path)) ?? 0,
    }),
    "diagnostics/list": () => ide.languages.diagnostics(),
    "languageServers/list": () => ide.languages.list(),
    async select({ path, range, forAgents }) {
      const { isDenied } = ide.code;
      if (forAgents) await assertSelectable(path, range, { documents: editor.documents, isDenied });
      return { selection: await editor.select(path, range) };
    },
    async mention({ clientId, ...wanted }) {
      const mention = ide.code.isDenied(wanted.path) ? wanted : await withinFile(wanted, editor);
      const server = ide.server();
      const client = clientId === undefined ? undefined : server.clients.find(({ id }) => id === clientId);
      if (clientId !== undefined && client === undefined) {
        throw new IdeBridgeError("CONNECTION_CLOSED", `There is no client ${clientId} any more`);
      }
      const { lines } = mention;
      return { outcome: server.mention(mention, client), ...(lines && { lines }) };
    },
    "sharing/pause"({ paused }) {
      ide.server().paused = paused;
      return { paused };
    },
  };
}

/** A browser can hold more, but nobody would like to type in it. */
const largestInPage = 10 * 1024 * 1024;

async function assertFitsPage(path: string): Promise<void> {
  const size = await fs.stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= largestInPage) return;
  const megabytes = Math.ceil(size / 1024 / 1024);
  throw new DocumentError(
    "TOO_LARGE",
    path,
    `${path} is too large for the browser: ${megabytes} MB, at most 10 MB`,
  );
}

/** Lines that the file does not have are cut off. Of what is no text, nobody knows the lines. */
async function withinFile(mention: Mention, { documents }: HeadlessEditor): Promise<Mention> {
  const { path, lines } = mention;
  if (lines === undefined) return mention;
  const count = await linesOf(path, documents).catch(() => undefined);
  if (count === undefined) return mention;
  assertHasLine(path, lines.first, count);
  return { path, lines: { first: lines.first, last: Math.min(lines.last, count - 1) } };
}

async function watchTraffic(ide: ControlledIde, watch: boolean, line: ControlLine) {
  const log = await ide.traffic();
  if (watch) {
    const over = line.whenClosed(() => log.unwatch(line));
    log.watch(line, (messages) => line.tell({ type: "traffic", messages }), over);
  } else log.unwatch(line);
  return { messages: log.messages };
}

function timelineOf(path: string, prompts: ReturnType<ChangeLog["list"]>): TimelineEntry[] {
  return prompts
    .flatMap(({ id, client, startedAt, files }) =>
      files
        .filter((change) => change.path === path)
        .map((change) => ({ prompt: { id, client, startedAt }, change })),
    )
    .sort((a, b) => a.change.changedAt.localeCompare(b.change.changedAt));
}

import { IdeBridgeError, type Server } from "@idebridge/sdk";
import type { ChangeLog } from "../changes/changeLog.ts";
import type { CodeOptions } from "../code/codeHandlers.ts";
import { lazyCode } from "../code/lazyCode.ts";
import type { HeadlessEditor } from "../headlessEditor.ts";
import type { LazyLanguages } from "../languages/lazyLanguages.ts";
import type { LazyNotebooks } from "../notebooks/lazyNotebooks.ts";
import type { Status } from "./controlProtocol.ts";
import type { ControlHandlers } from "./controlServer.ts";
import { toClientInfo } from "./toClientInfo.ts";

export interface ControlledIde {
  readonly editor: HeadlessEditor;
  server(): Server;
  /** `undefined` when changes are not recorded. */
  changes(): Promise<ChangeLog> | undefined;
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
    "reviews/decide": ({ id, decision, message }, by) => editor.inbox.decide(id, decision, by, message),
    "reviews/history": () => editor.inbox.history(),
    "changes/list": async () => (await changes()).list(),
    "changes/read": async ({ id }) => (await changes()).read(id),
    "changes/revert": async (request) => (await changes()).revert(request),
    "changes/keep": async ({ id }) => (await changes()).keep(id),
    "documents/list": () => editor.documentInfos(),
    async "documents/open"({ path, line }) {
      const at = { line: line ?? 0, character: 0 };
      if (line !== undefined) await editor.select(path, { start: at, end: at });
      const { text, version } = await editor.documents.open(path);
      return { text, version };
    },
    async "documents/edit"({ path, text, version }) {
      return { version: (await editor.documents.edit(path, text, version)).version };
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
    async "documents/format"({ path }, _by, signal) {
      const { document, changes, by } = await editor.formatDocument(path, signal);
      const { text, version, isDirty } = document;
      return { by, text, version, isSaved: !isDirty, changes };
    },
    async "documents/close"({ path, discard }) {
      return { outcome: await editor.documents.close(path, { discard: discard ?? false }) };
    },
    "executions/list": async () => (await notebooks.ifOpen())?.executions.list() ?? [],
    "executions/read": async ({ id }) => (await notebooks.open()).executions.read(id),
    "executions/decide": async ({ id, allow }, by) =>
      (await notebooks.open()).executions.decide(id, allow, by),
    async "executions/interrupt"({ id }) {
      return { outcome: (await notebooks.open()).interrupt(id) ? "interrupted" : "notRunning" };
    },
    "kernels/list": async () => (await notebooks.ifOpen())?.kernels() ?? [],
    "kernels/restart": async ({ path }) => ({
      restarted: (await (await notebooks.ifOpen())?.restart(path)) ?? 0,
    }),
    "diagnostics/list": () => ide.languages.diagnostics(),
    select: async ({ path, range }) => ({ selection: await editor.select(path, range) }),
    mention({ clientId, ...mention }) {
      const server = ide.server();
      const client = clientId === undefined ? undefined : server.clients.find(({ id }) => id === clientId);
      if (clientId !== undefined && client === undefined) {
        throw new IdeBridgeError("CONNECTION_CLOSED", `There is no client ${clientId} any more`);
      }
      return { outcome: server.mention(mention, client) };
    },
    "sharing/pause"({ paused }) {
      ide.server().paused = paused;
      return { paused };
    },
  };
}

import { basename } from "node:path";
import type { Position, Range } from "@idebridge/sdk";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type Command,
  DefinitionRequest,
  type Diagnostic,
  DocumentDiagnosticRequest,
  RenameRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol";
import type {
  CodeActionInfo,
  CodeLines,
  CodeRequests,
  ForAgent,
  RefactoringResult,
} from "../control/codeProtocol.ts";
import { DocumentError } from "../documents/documentError.ts";
import { toUri } from "../languages/fileUri.ts";
import { codeError } from "./codeError.ts";
import type { CodeWorkspace } from "./codeWorkspace.ts";
import { findPosition } from "./findPosition.ts";
import type { ProposedFile, ReviewedChange } from "./reviewedChange.ts";
import { applyEdits, fileEditsOf } from "./workspaceEdits.ts";

/** More files than anybody reviews. */
const mostFiles = 200;

/** Changes that language servers make of the code. Each is proposed to the user; none is written unseen. */
export class CodeChanges {
  readonly #workspace: CodeWorkspace;
  readonly #reviewed: ReviewedChange;

  constructor(workspace: CodeWorkspace, reviewed: ReviewedChange) {
    this.#workspace = workspace;
    this.#reviewed = reviewed;
  }

  async rename(
    params: CodeRequests["code/rename"]["params"],
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const { newName } = params;
    this.#workspace.assertShared(params, params.path);
    const text = await this.#workspace.textOf(params.path);
    const used = { path: params.path, position: findPosition(text, params) };
    const name = nameAt(text, used.position);
    const { path, position } = (await this.#definitionOf(used, name, params, signal)) ?? used;
    const edit = await this.#workspace.ask(
      path,
      RenameRequest.type,
      { textDocument: { uri: toUri(path) }, position, newName },
      signal,
    );
    return this.#propose(edit, `Rename ${name} to ${newName}`, params, signal);
  }

  async actions(
    params: ForAgent & CodeLines,
    signal: AbortSignal,
  ): Promise<{ readonly actions: readonly CodeActionInfo[] }> {
    const actions = await this.#actionsAt(params, signal);
    return {
      actions: actions.map(({ title, kind = "", isPreferred = false }) => ({ title, kind, isPreferred })),
    };
  }

  async applyAction(
    params: ForAgent & CodeLines & { title: string },
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const { path, title } = params;
    const actions = await this.#actionsAt(params, signal);
    const action = actions.find((each) => each.title === title);
    if (action === undefined) {
      const there = actions.map((each) => JSON.stringify(each.title)).join(", ");
      throw codeError(
        `There is no ${JSON.stringify(title)} for line ${params.line + 1} of ${basename(path)}. ${there === "" ? "There is nothing" : `There is: ${there}`}`,
      );
    }
    const { edit } =
      action.edit === undefined
        ? await this.#workspace.ask(path, CodeActionResolveRequest.type, action, signal)
        : action;
    return this.#propose(edit ?? null, title, params, signal);
  }

  /**
   * Where the name comes from, if that is one place of the workspace. Renamed where it is imported, TypeScript would
   * give it another name there, and leave it as it is everywhere else.
   */
  async #definitionOf(
    { path, position }: Place,
    name: string,
    params: ForAgent,
    signal: AbortSignal,
  ): Promise<Place | undefined> {
    const languages = await this.#workspace.languagesNow();
    const question = { textDocument: { uri: toUri(path) }, position };
    const found = await languages.request(path, DefinitionRequest.type, question, signal);
    const { places } = await this.#workspace.places(found ? [found].flat() : [], params);
    const [place] = places;
    if (place === undefined || places.length > 1 || !this.#workspace.isInside(place.path)) return undefined;
    const { start } = place.range;
    const text = await this.#workspace.textOf(place.path);
    return nameAt(text, start) === name ? { path: place.path, position: start } : undefined;
  }

  /** Only those that say what they would change: one that runs a command could do anything. */
  async #actionsAt(params: ForAgent & CodeLines, signal: AbortSignal): Promise<readonly CodeAction[]> {
    const { path, line, endLine = line } = params;
    this.#workspace.assertShared(params, path);
    const text = await this.#workspace.textOf(path);
    const first = findPosition(text, { path, line, character: 0 });
    const last = findPosition(text, { path, line: endLine, character: Number.MAX_SAFE_INTEGER });
    const range = { start: first, end: last };
    const textDocument = { uri: toUri(path) };
    const diagnostics = await this.#diagnosticsIn(path, range, signal);
    // At the first problem too: some are offered for a place only, not for lines.
    const places = [range, ...diagnostics.slice(0, 5).map((each) => each.range)];
    const found = new Map<string, CodeAction>();
    for (const place of places) {
      const question = { textDocument, range: place, context: { diagnostics: [...diagnostics] } };
      const answer = await this.#workspace.ask(path, CodeActionRequest.type, question, signal);
      for (const action of answer ?? []) {
        if (isUsable(action) && !found.has(action.title)) found.set(action.title, action);
      }
    }
    return [...found.values()];
  }

  async #diagnosticsIn(path: string, range: Range, signal: AbortSignal): Promise<readonly Diagnostic[]> {
    const languages = await this.#workspace.languages();
    const question = { textDocument: { uri: toUri(path) } };
    const report = await languages.request(path, DocumentDiagnosticRequest.type, question, signal);
    const known = languages.diagnostics().find((file) => file.path === path)?.diagnostics ?? [];
    const all: readonly Diagnostic[] =
      report?.kind === "full"
        ? report.items
        : known.map(({ severity, related: _, ...each }) => ({ ...each, severity: severities[severity] }));
    return all.filter(
      (each) => each.range.start.line <= range.end.line && each.range.end.line >= range.start.line,
    );
  }

  async #propose(
    edit: WorkspaceEdit | null,
    title: string,
    params: ForAgent,
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const files: ProposedFile[] = [];
    const edits = edit === null ? [] : fileEditsOf(edit);
    if (edits.length > mostFiles) {
      throw codeError(`${title} would change ${edits.length} files, more than can be reviewed at once`);
    }
    for (const { path, isNew, edits: changes } of edits) {
      if (!this.#workspace.isInside(path) || !this.#workspace.isShared(params, path)) {
        throw codeError(
          `${title} would change files that are not in the workspace, or not shared with agents`,
        );
      }
      const before = isNew ? await this.#nothingAt(path) : await this.#workspace.textOf(path);
      const contents = applyEdits(before ?? "", changes);
      if (contents !== before) files.push({ path, before, contents });
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    if (files.length === 0) throw codeError(`${title} would change nothing`);
    const change = { title, files, ...(params.agent && { agent: params.agent }) };
    const result = await this.#reviewed.propose(change, signal);
    // Before anybody asks again: their watches tell it a moment later.
    const languages = await this.#workspace.languages();
    for (const { path } of files) languages.happened(path);
    return result;
  }

  async #nothingAt(path: string): Promise<undefined> {
    try {
      await this.#workspace.textOf(path);
    } catch (error) {
      if (error instanceof DocumentError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
    throw codeError(`It would create ${path}, which exists already`);
  }
}

interface Place {
  readonly path: string;
  readonly position: Position;
}

const severities = { error: 1, warning: 2, information: 3, hint: 4 } as const;

function isUsable(action: Command | CodeAction): action is CodeAction {
  if (typeof action.command === "string" || ("disabled" in action && action.disabled)) return false;
  const { edit, data, command } = action as CodeAction;
  return command === undefined && (edit !== undefined || data !== undefined);
}

function nameAt(text: string, { line, character }: Position): string {
  const inLine = text.split(/\r\n|\n|\r/, line + 1)[line] ?? "";
  const start = /[\p{L}\p{N}_$]*$/u.exec(inLine.slice(0, character))?.[0] ?? "";
  return start + (/^[\p{L}\p{N}_$]*/u.exec(inLine.slice(character))?.[0] ?? "");
}

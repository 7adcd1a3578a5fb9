import { basename } from "node:path";
import { IdeBridgeError } from "@idebridge/sdk";
import { isInside, isObject } from "@idebridge/sdk/core";
import { currentPlatform, realOf } from "@idebridge/sdk/node";
import type { Location, LocationLink, ProtocolRequestType } from "vscode-languageserver-protocol";
import type { CodePlace, CodePlaces, ForAgent } from "../control/codeProtocol.ts";
import type { DocumentStore } from "../documents/documentStore.ts";
import { languageIdOf } from "../documents/languageIdOf.ts";
import { readTextFile } from "../documents/readTextFile.ts";
import { toPath } from "../languages/fileUri.ts";
import type { LanguageService, ServerAnswer } from "../languages/languageService.ts";
import { isRange } from "../languages/soundAnswer.ts";
import { codeError } from "./codeError.ts";

export interface WorkspaceLanguages extends LanguageService {
  /** Starts the servers for the languages of the project. */
  warmUp(): Promise<void>;
  /** Something happened to this file. */
  happened(path: string): void;
  /** Asks while the servers know all files that may use what is in this one. */
  withAllUses<Answer>(path: string, ask: () => Promise<Answer>): Promise<Answer>;
  /** Resolves when the servers know of all that has happened. */
  upToDate(): Promise<void>;
}

export interface CodeWorkspaceOptions {
  readonly languages: () => Promise<WorkspaceLanguages>;
  readonly documents: DocumentStore;
  readonly folders: () => readonly string[];
  readonly isDenied: (path: string) => boolean;
  readonly isPaused: () => boolean;
}

/** More than anybody reads; the rest is counted. */
const mostPlaces = 500;
const longestLine = 300;

/** The files of a workspace as language servers see them, and as far as the user shares them. */
export class CodeWorkspace {
  readonly documents: DocumentStore;
  readonly #options: CodeWorkspaceOptions;

  constructor(options: CodeWorkspaceOptions) {
    this.documents = options.documents;
    this.#options = options;
  }

  get folders(): readonly string[] {
    return this.#options.folders();
  }

  languages(): Promise<WorkspaceLanguages> {
    return this.#options.languages();
  }

  /** Throws when an agent asks for what it may not know. The user's own front ends may know all. */
  assertShared({ agent }: ForAgent, path?: string): void {
    if (agent === undefined) return;
    if (this.#options.isPaused()) {
      throw new IdeBridgeError("DENIED", "The user shares nothing with agents just now");
    }
    if (path === undefined) return;
    if (this.#options.isDenied(path)) {
      throw new IdeBridgeError("DENIED", `${basename(path)} is not shared with agents`);
    }
    if (!this.isInside(path)) {
      throw new IdeBridgeError("DENIED", `${path} is not in the workspace: ${this.folders.join(", ")}`);
    }
  }

  isShared({ agent }: ForAgent, path: string): boolean {
    return agent === undefined || !this.#options.isDenied(path);
  }

  /** By where links lead, also of a file that is to be made. */
  isInside(path: string): boolean {
    const real = realOf(path);
    return this.folders.some((folder) => isInside(folder, real, currentPlatform()));
  }

  /** The text as the language server has it: of the open document, else of the file. */
  async textOf(path: string): Promise<string> {
    return (await this.documents.read(path))?.text ?? (await readTextFile(path)).text;
  }

  /**
   * The language servers, which know all texts as they are now. What they have not been shown they read from disk:
   * places in that text would not fit documents with changes.
   */
  async languagesNow(): Promise<WorkspaceLanguages> {
    const languages = await this.languages();
    const unsaved = this.documents.list().filter(({ isDirty }) => isDirty);
    await Promise.all([languages.upToDate(), ...unsaved.map(({ path }) => languages.forFile(path))]);
    return languages;
  }

  /** The answer of a server for the file. Throws when there is none, and says how to get one. */
  async ask<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal: AbortSignal,
  ): Promise<R> {
    const languages = await this.languagesNow();
    const answer = await languages.request(path, type, params, signal);
    if (answer === undefined) throw nobodyCan(path, languages);
    return answer;
  }

  /** The same for what is about every use of something: the server knows all files that may have one. */
  async askForUses<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal: AbortSignal,
  ): Promise<R> {
    const languages = await this.languages();
    return languages.withAllUses(path, () => this.ask(path, type, params, signal));
  }

  /** The answer of every server for the file. */
  async askEach<P, R, PR, E, RO>(
    path: string,
    type: ProtocolRequestType<P, R, PR, E, RO>,
    params: P,
    signal: AbortSignal,
  ): Promise<readonly ServerAnswer<R>[]> {
    const languages = await this.languagesNow();
    const answers = await languages.requestEach(path, type, params, signal);
    if (answers.length === 0) throw nobodyCan(path, languages);
    return answers;
  }

  /** The locations with the text of their lines; those in files that are not shared are left out. */
  async places(locations: readonly (Location | LocationLink)[], params: ForAgent): Promise<CodePlaces> {
    const all = locations.filter(isObject).flatMap((location: Partial<Location & LocationLink>) => {
      const { targetUri, targetSelectionRange, uri = targetUri, range = targetSelectionRange } = location;
      const path = toPath(uri);
      return path !== undefined && isRange(range) && this.isShared(params, path) ? [{ path, range }] : [];
    });
    const texts = new Map<string, Promise<readonly string[]>>();
    const linesOf = (path: string) => {
      const lines = texts.get(path) ?? this.#linesOf(path);
      texts.set(path, lines);
      return lines;
    };
    const places: CodePlace[] = [];
    for (const { path, range } of all.slice(0, mostPlaces)) {
      const text = (await linesOf(path))[range.start.line] ?? "";
      places.push({ path, range, text: text.length > longestLine ? `${text.slice(0, longestLine)}…` : text });
    }
    return { places, total: all.length };
  }

  /** None for what cannot be read: a place is worth telling all the same. */
  async #linesOf(path: string): Promise<readonly string[]> {
    const text = await this.textOf(path).catch(() => "");
    return text.split(/\r\n|\n|\r/);
  }
}

function nobodyCan(path: string, languages: LanguageService): Error {
  const language = languageIdOf(path);
  const servers = languages.infos().filter((server) => server.languages.includes(language));
  const ready = servers.find(({ state }) => state === "ready");
  if (ready) return codeError(`${ready.name}, the language server for ${basename(path)}, cannot do that`);
  const [missing] = servers;
  const why = missing?.message === undefined ? "" : `: ${missing.name}: ${missing.message}`;
  return codeError(`There is no language server for ${basename(path)} (${language})${why}`);
}

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside, relativeTo } from "@idebridge/sdk/core";
import { currentPlatform, type Environment } from "@idebridge/sdk/node";
import { languageIdOf } from "../documents/languageIdOf.ts";
import { findServer } from "./findProgram.ts";
import { globExpression } from "./globExpression.ts";
import { definitionsFor } from "./knownServers.ts";
import type {
  BundledServers,
  LanguageSettings,
  ServerCommand,
  ServerDefinition,
} from "./serverDefinition.ts";

export interface ServerChoiceOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  readonly settings: LanguageSettings;
  readonly bundled: BundledServers;
}

/** A server that is installed, for a root. */
export interface ChosenServer {
  readonly definition: ServerDefinition;
  readonly command: ServerCommand;
  readonly root: string;
}

interface Found {
  readonly command: Promise<ServerCommand | undefined>;
  readonly at: number;
}

/** What was missing may have been installed since. */
const lookAgainMilliseconds = 30_000;

/** Which servers are for which files, of those that are installed. */
export class ServerChoice {
  readonly definitions: readonly ServerDefinition[];
  readonly #options: ServerChoiceOptions;
  readonly #found = new Map<string, Found>();
  readonly #matchers = new Map<ServerDefinition, (path: string) => boolean>();

  constructor(options: ServerChoiceOptions) {
    this.#options = options;
    this.definitions = options.settings.enabled === false ? [] : definitionsFor(options.settings);
  }

  /** The servers for a file, the one to be asked first at first. None for files outside of the workspace. */
  async forFile(path: string): Promise<readonly ChosenServer[]> {
    const folder = this.#options.folders.find((each) => isInside(each, path, currentPlatform()));
    if (folder === undefined) return [];
    const chosen: ChosenServer[] = [];
    const roles = new Set<string>();
    for (const definition of this.definitions) {
      if (!this.isFor(definition, path)) continue;
      if (definition.role !== undefined && roles.has(definition.role)) continue;
      const root = rootOf(definition, path, folder);
      const command = await this.command(definition, root);
      if (command === undefined) continue;
      if (definition.role !== undefined) roles.add(definition.role);
      chosen.push({ definition, command, root });
    }
    return chosen;
  }

  isFor(definition: ServerDefinition, path: string): boolean {
    const matcher = this.#matchers.get(definition) ?? this.#matcherFor(definition);
    this.#matchers.set(definition, matcher);
    return matcher(path);
  }

  #matcherFor({ files, languages }: ServerDefinition): (path: string) => boolean {
    if (files === undefined) return (path) => languages.includes(languageIdOf(path));
    const whole = files.map((file) =>
      globExpression(file.includes("/") ? file.replace(/^\//, "") : `**/${file}`),
    );
    return (path) =>
      this.#options.folders.some((folder) => {
        const relative = relativeTo(folder, path, currentPlatform());
        return relative !== undefined && whole.some((each) => each?.test(relative));
      });
  }

  /** How to start it for this root; `undefined` when it is not installed. */
  async command(definition: ServerDefinition, root: string): Promise<ServerCommand | undefined> {
    const key = `${definition.name}\0${root}`;
    const known = this.#found.get(key);
    if (known) {
      const command = await known.command;
      if (command !== undefined || performance.now() - known.at < lookAgainMilliseconds) return command;
    }
    const { env, bundled, settings } = this.#options;
    const place = { folder: root, env, bundled, fromProject: settings.fromProject ?? true };
    const found: Found = { command: findServer(definition, place), at: performance.now() };
    this.#found.set(key, found);
    return found.command;
  }
}

/** The outermost folder with a marker, so that the parts of one project share a server; else the workspace folder. */
function rootOf({ rootMarkers = [] }: ServerDefinition, path: string, folder: string): string {
  let root: string | undefined;
  for (let at = dirname(path); rootMarkers.length > 0 && at.length > folder.length; at = dirname(at)) {
    if (rootMarkers.some((marker) => existsSync(join(at, marker)))) root = at;
  }
  const isWhole = rootMarkers.some((marker) => existsSync(join(folder, marker)));
  return isWhole || root === undefined ? folder : root;
}

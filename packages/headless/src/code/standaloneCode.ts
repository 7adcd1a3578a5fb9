import type { SharingOptions } from "@idebridge/sdk";
import type { Environment } from "@idebridge/sdk/node";
import type { CodeRequests } from "../control/codeProtocol.ts";
import { DocumentStore } from "../documents/documentStore.ts";
import { realFolder } from "../documents/realFolder.ts";
import { LazyLanguages } from "../languages/lazyLanguages.ts";
import type { BundledServers, LanguageSettings } from "../languages/serverDefinition.ts";
import { sharingRules } from "../sharingRules.ts";
import { type CodeHandlers, codeHandlers } from "./codeHandlers.ts";
import { diagnosticsNow } from "./codeOptions.ts";

export interface StandaloneCodeOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  readonly version: string;
  readonly sharing?: SharingOptions;
  readonly languageServers?: LanguageSettings;
  readonly bundledServers?: () => BundledServers;
}

/**
 * The language servers of folders for which no idebridge runs. Nobody is told of it, so nobody can review: changes are
 * answered with what they would change, and nothing is ever written.
 */
export class StandaloneCode {
  readonly #handlers: CodeHandlers;
  readonly #languages: LazyLanguages;
  readonly #documents = new DocumentStore();

  constructor({
    env,
    version,
    sharing = {},
    languageServers,
    bundledServers,
    ...options
  }: StandaloneCodeOptions) {
    const folders = [...new Set(options.folders.map(realFolder))];
    const rules = sharingRules(folders, sharing);
    this.#languages = new LazyLanguages({
      folders,
      env,
      version,
      ...(languageServers && { settings: languageServers }),
      ...(bundledServers && { bundled: bundledServers }),
    });
    this.#handlers = codeHandlers({
      languages: () => this.#languages.servers(),
      documents: this.#documents,
      folders: () => folders,
      isDenied: (path) => rules.isDenied(path),
      isPaused: () => false,
      inbox: undefined,
      nextId: () => 0,
      diagnostics: (path, signal) => diagnosticsNow(this.#languages, path, signal),
    });
  }

  request<Method extends keyof CodeRequests>(
    method: Method,
    params: CodeRequests[Method]["params"],
    { signal }: { readonly signal: AbortSignal },
  ): Promise<CodeRequests[Method]["result"]> {
    return this.#handlers[method](params, signal);
  }

  async close(): Promise<void> {
    await this.#languages.close();
    this.#documents[Symbol.dispose]();
  }
}

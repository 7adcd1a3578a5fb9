import {
  type Call,
  type Diagnostic,
  type FileDiagnostics,
  Listeners,
  type Unsubscribe,
} from "@idebridge/sdk";
import type { LanguageServerInfo, ProblemCounts } from "../control/controlProtocol.ts";
import type { DiagnosticsProvider } from "../headlessEditor.ts";
import type { LanguageDiagnostics } from "./languageDiagnostics.ts";
import type { LanguageServers, LanguageServersOptions } from "./languageServers.ts";
import type { LanguageEvent } from "./languageService.ts";

/** The language servers cost time and memory: they are loaded when the first agent comes, or a file needs one. */
export class LazyLanguages implements DiagnosticsProvider {
  readonly #options: LanguageServersOptions;
  readonly #listeners = new Listeners<LanguageEvent>();
  #loading: Promise<LanguageDiagnostics> | undefined;
  #loaded: LanguageDiagnostics | undefined;
  /** What would be started when somebody needs it, as far as that is known. */
  #idle: readonly LanguageServerInfo[] = [];
  #isClosed = false;

  constructor(options: LanguageServersOptions) {
    this.#options = options;
  }

  /** Tells whose problems have changed. */
  readonly subscribe = (listener: (files: readonly FileDiagnostics[]) => void): Unsubscribe =>
    this.watch((event) => event.type === "diagnostics" && listener(event.files));

  readonly watch = (listener: (event: LanguageEvent) => void): Unsubscribe => this.#listeners.add(listener);

  async servers(): Promise<LanguageServers> {
    return (await this.#load()).servers;
  }

  /** The servers if somebody has needed them. */
  get ifLoaded(): LanguageServers | undefined {
    return this.#loaded?.servers;
  }

  async forFile(path: string, call: Call): Promise<readonly Diagnostic[]> {
    return (await this.#load()).forFile(path, call);
  }

  async all(call: Call): Promise<readonly FileDiagnostics[]> {
    return (await this.#load()).all(call);
  }

  /** An agent has come: what it will need is started. */
  async clientReady(): Promise<void> {
    await (await this.servers()).warmUp();
  }

  clientLeft(client: number): void {
    this.#loaded?.clientLeft(client);
  }

  infos(): readonly LanguageServerInfo[] {
    return this.ifLoaded?.infos() ?? this.#idle;
  }

  /** The same; while none is needed, those that would be of use are looked for. */
  async list(): Promise<readonly LanguageServerInfo[]> {
    if (this.#loading === undefined) {
      const { examineProject, toIdleInfo } = await import("./examineServers.ts");
      const { folders, env, settings = {}, bundled = () => ({}) } = this.#options;
      const examined = await examineProject({ folders, env, settings, bundled: bundled() });
      this.#idle = examined.map(toIdleInfo);
    }
    return this.infos();
  }

  diagnostics(): readonly FileDiagnostics[] {
    return this.ifLoaded?.diagnostics() ?? [];
  }

  problems(): ProblemCounts {
    const all = this.diagnostics().flatMap(({ diagnostics }) => diagnostics);
    const count = (wanted: Diagnostic["severity"]) =>
      all.filter(({ severity }) => severity === wanted).length;
    return { errors: count("error"), warnings: count("warning") };
  }

  /** Ends the servers while nobody needs them: they take memory. Whoever needs one again starts it again. */
  async rest(): Promise<void> {
    const loaded = this.#loaded;
    if (loaded === undefined || this.#isClosed) return;
    this.#loaded = undefined;
    this.#loading = undefined;
    this.#idle = loaded.servers.infos().map(atRest);
    const files = loaded.servers.diagnostics().map(({ path }) => ({ path, diagnostics: [] }));
    await loaded.close();
    if (files.length > 0) this.#listeners.emit({ type: "diagnostics", files });
    this.#listeners.emit({ type: "servers" });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#loading?.catch(() => undefined))?.close();
  }

  #load(): Promise<LanguageDiagnostics> {
    if (this.#isClosed) return Promise.reject(new Error("idebridge is closing down"));
    this.#loading ??= (async () => {
      const { LanguageDiagnostics } = await import("./languageDiagnostics.ts");
      const loaded = new LanguageDiagnostics(this.#options);
      loaded.servers.subscribe((event) => {
        if (this.#loaded === loaded) this.#listeners.emit(event);
      });
      this.#loaded = loaded;
      return loaded;
    })();
    return this.#loading;
  }
}

/** One that was ended because nobody needs it. */
function atRest({ pid: _, message, ...server }: LanguageServerInfo): LanguageServerInfo {
  if (server.state === "missing") return message === undefined ? server : { ...server, message };
  return { ...server, state: "idle" };
}

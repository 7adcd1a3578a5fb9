import {
  type CodeRequests,
  ControlClient,
  type ControlRequestOptions,
  findInstance,
  openStandaloneCode,
  type StandaloneCode,
} from "@idebridge/headless";
import type { Context } from "../context.ts";
import { bundledServers } from "../serve/bundledServers.ts";
import { requireSettings } from "../settings/loadSettings.ts";
import { version } from "../version.ts";

/** Who answers questions about code. */
export interface CodeAnswers {
  request<Method extends keyof CodeRequests>(
    method: Method,
    params: CodeRequests[Method]["params"],
    options: { readonly signal: AbortSignal },
  ): Promise<CodeRequests[Method]["result"]>;
}

/** For as long as it takes: people decide about changes. */
function askThrough(control: ControlClient): CodeAnswers["request"] {
  const ask = control.request.bind(control) as (
    method: keyof CodeRequests,
    params: CodeRequests[keyof CodeRequests]["params"],
    options: ControlRequestOptions,
  ) => Promise<never>;
  return (method, params, { signal }) =>
    ask(method, params, { signal, milliseconds: Number.POSITIVE_INFINITY });
}

/**
 * The idebridge that runs for the folder, or language servers of our own as long as none runs. Looks anew for every
 * question: the user may start or stop one at any time.
 */
export class CodeSource {
  readonly #folder: string;
  readonly #env: Context["env"];
  #attached: (CodeAnswers & { readonly control: ControlClient }) | undefined;
  #own: Promise<StandaloneCode> | undefined;

  constructor(folder: string, env: Context["env"]) {
    this.#folder = folder;
    this.#env = env;
  }

  async answers(): Promise<CodeAnswers> {
    if (this.#attached) return this.#attached;
    const attached = await this.#attach();
    if (attached === undefined) return this.#ownCode();
    this.#attached = attached;
    // Two sets of language servers would be one too many.
    await this.#closeOwn();
    return attached;
  }

  async close(): Promise<void> {
    this.#attached?.control.close();
    await this.#closeOwn();
  }

  async #attach() {
    const instance = findInstance(this.#folder, this.#env);
    if (instance === undefined) return undefined;
    let control: ControlClient;
    try {
      control = await ControlClient.open(instance, "mcp");
    } catch {
      // A process of that number lives, but it is none of ours, or it is about to end.
      return undefined;
    }
    const attached = { control, request: askThrough(control) };
    void control.closed.then(() => {
      if (this.#attached === attached) this.#attached = undefined;
    });
    return attached;
  }

  #ownCode(): Promise<StandaloneCode> {
    this.#own ??= (async () => {
      const { sharing, languageServers } = await requireSettings(this.#folder, this.#env);
      return openStandaloneCode({
        folders: [this.#folder],
        env: this.#env,
        version,
        bundledServers,
        ...(sharing && { sharing }),
        ...(languageServers && { languageServers }),
      });
    })();
    // A mistake in the settings can be mended before the next question.
    this.#own.catch(() => {
      this.#own = undefined;
    });
    return this.#own;
  }

  async #closeOwn(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    await (await own?.catch(() => undefined))?.close();
  }
}

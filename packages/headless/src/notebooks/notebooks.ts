import { dirname } from "node:path";
import { type Call, type CodeResult, IdeBridgeError } from "@idebridge/sdk";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment } from "@idebridge/sdk/node";
import type { ControlEvent, KernelInfo } from "../control/controlProtocol.ts";
import { Executions } from "./executions.ts";
import type { KernelSearch } from "./kernels/kernelSearch.ts";
import { NotebookKernel } from "./notebookKernel.ts";
import type { NotebookSettings } from "./notebookSettings.ts";
import { wantedKernelOf } from "./wantedKernel.ts";

export interface NotebooksOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  readonly settings: NotebookSettings;
  /** Whether programs that are installed in the project may be run. */
  readonly fromProject?: boolean;
  /** The text of a notebook, unsaved changes included. */
  readText(path: string): Promise<string | undefined>;
  readonly tell: (event: ControlEvent) => void;
  /** Where else kernels may be, for tests. */
  readonly search?: Partial<KernelSearch>;
}

/** Runs code for agents: a kernel for each notebook, and one for each folder in which there is none. */
export class Notebooks {
  readonly executions: Executions;
  readonly #options: NotebooksOptions;
  readonly #search: KernelSearch;
  /** By notebook, else by folder. */
  readonly #kernels = new Map<string, NotebookKernel>();
  #isClosed = false;

  constructor(options: NotebooksOptions) {
    this.#options = options;
    const { settings, tell, env, folders, fromProject = true } = options;
    const { ask = false, outputCharacters = 30_000, python } = settings;
    this.executions = new Executions({ ask, outputCharacters, tell });
    this.#search = { env, folders, fromProject, ...(python !== undefined && { python }), ...options.search };
  }

  async execute(code: string, notebook: string | undefined, call: Call): Promise<CodeResult> {
    call.signal.throwIfAborted();
    if (this.#isClosed) throw new IdeBridgeError("CONNECTION_CLOSED", "idebridge is closing down");
    const folder = notebook === undefined ? this.#folderOf(call) : dirname(notebook);
    return this.executions.run({ code, notebook, folder }, call, (run) =>
      this.#kernelFor(notebook, folder).run({ code, ...run }),
    );
  }

  kernels(): readonly KernelInfo[] {
    return [...this.#kernels.values()].map(({ info }) => info);
  }

  interrupt(id: number): boolean {
    const { state, notebook, folder } = this.executions.read(id).execution;
    if (state === "running") return this.#kernels.get(notebook ?? folder)?.interrupt() ?? false;
    return this.executions.cancelWaiting(id);
  }

  /** The kernel of a notebook or of a folder, or all of them. Returns how many there were. */
  async restart(path?: string): Promise<number> {
    const meant = path === undefined ? [...this.#kernels.values()] : [this.#kernels.get(path)];
    const done = await Promise.all(meant.map((kernel) => kernel?.restart() ?? false));
    return done.filter(Boolean).length;
  }

  /** Ends the kernel of a notebook that was closed. */
  async notebookClosed(path: string): Promise<void> {
    const kernel = this.#kernels.get(path);
    this.#kernels.delete(path);
    await kernel?.close();
    if (kernel) this.#changed();
  }

  /** Returns when no kernel is left. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#kernels.values()].map((kernel) => kernel.close()));
    this.#kernels.clear();
  }

  #kernelFor(notebook: string | undefined, folder: string): NotebookKernel {
    const key = notebook ?? folder;
    const known = this.#kernels.get(key);
    if (known) return known;
    const { settings, readText } = this.#options;
    const kernel = new NotebookKernel({
      notebook,
      folder,
      wanted: async () => (notebook === undefined ? {} : wantedKernelOf((await readText(notebook)) ?? "")),
      search: this.#search,
      seconds: settings.seconds ?? 600,
      changed: () => this.#changed(),
    });
    this.#kernels.set(key, kernel);
    return kernel;
  }

  /** Where the client works, if that is in the workspace: two of them in two worktrees are not in each other's way. */
  #folderOf({ client }: Call): string {
    const { folders } = this.#options;
    const isOurs = (folder: string) => folders.some((each) => isInside(each, folder, currentPlatform()));
    return client.folders.find(isOurs) ?? folders[0]!;
  }

  #changed(): void {
    this.#options.tell({ type: "kernelsChanged", kernels: this.kernels() });
  }
}

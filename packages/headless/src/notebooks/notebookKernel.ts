import { dirname } from "node:path";
import { IdeBridgeError } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { KernelInfo } from "../control/controlProtocol.ts";
import { chooseKernel } from "./kernels/chooseKernel.ts";
import { type Executed, howItEnded, Kernel, KernelDied } from "./kernels/kernel.ts";
import type { KernelEnd } from "./kernels/kernelProcess.ts";
import type { KernelSearch } from "./kernels/kernelSearch.ts";
import type { OutputCollector } from "./outputs/outputCollector.ts";
import { showMimeBundle } from "./outputs/showMimeBundle.ts";
import type { WantedKernel } from "./wantedKernel.ts";

export interface NotebookKernelOptions {
  /** `undefined`: no notebook, just a folder. */
  readonly notebook: string | undefined;
  readonly folder: string;
  wanted(): Promise<WantedKernel>;
  readonly search: KernelSearch;
  /** How long code may run. */
  readonly seconds: number;
  /** How long it may take to react to an interrupt, at the end of that time. */
  readonly graceMilliseconds?: number;
  readonly changed: () => void;
}

export interface CodeRun {
  readonly code: string;
  readonly outputs: OutputCollector;
  readonly signal: AbortSignal;
  started(): void;
}

export type RunOutcome = "ok" | "failed" | "interrupted";

const stateLost = "All that was defined in it is gone.";

/** The kernel of one notebook: started when it is first needed, one piece of code after the other, started again. */
export class NotebookKernel {
  readonly #options: NotebookKernelOptions;
  readonly #closing = new AbortController();
  #starting: Promise<Kernel> | undefined;
  #kernel: Kernel | undefined;
  /** Also those that are on their way out. */
  readonly #alive = new Set<Kernel>();
  /** Ends when all that came before has ended. */
  #tail: Promise<unknown> = Promise.resolve();
  /** Why the code that runs is being stopped. */
  #stopping: "timeLimit" | "user" | "client" | "restart" | "close" | undefined;
  #isBusy = false;
  /** What must be told with the next answer. */
  #notes: string[] = [];

  constructor(options: NotebookKernelOptions) {
    this.#options = options;
  }

  get info(): KernelInfo {
    const { notebook, folder } = this.#options;
    const kernel = this.#kernel;
    return {
      notebook,
      folder,
      name: kernel?.launch.displayName,
      pid: kernel?.pid,
      state: kernel ? (this.#isBusy ? "busy" : "idle") : this.#starting ? "starting" : "stopped",
    };
  }

  /** Runs code when its turn has come. Rejects when the signal aborts before that, or there is no kernel. */
  async run(run: CodeRun): Promise<RunOutcome> {
    const before = this.#tail;
    let ended = () => {};
    const turn = new Promise<void>((resolve) => (ended = resolve));
    this.#tail = before.then(() => turn);
    try {
      await unless(run.signal, before);
      const kernel = await unless(run.signal, this.#ready());
      return await this.#execute(kernel, run);
    } finally {
      ended();
    }
  }

  /** False when nothing runs. */
  interrupt(): boolean {
    if (!this.#isBusy) return false;
    this.#stop("user");
    return true;
  }

  /** A new kernel, that has seen nothing. What runs in the old one ends. False when there was none. */
  async restart(): Promise<boolean> {
    const kernel = this.#kernel;
    if (kernel === undefined) return false;
    if (!this.#isBusy) this.#notes.push(`The user has restarted the kernel. ${stateLost}`);
    this.#stopping = "restart";
    this.#kernel = undefined;
    this.#starting = undefined;
    await kernel.shutdown();
    // Ahead of need. Why it fails is told to whoever needs it.
    this.#ready().catch(() => {});
    return true;
  }

  /** Returns when no process is left. */
  async close(): Promise<void> {
    this.#stopping = "close";
    this.#closing.abort(new IdeBridgeError("CONNECTION_CLOSED", "The notebook was closed"));
    await this.#starting?.catch(() => {});
    await Promise.all([...this.#alive].map((kernel) => kernel.shutdown()));
  }

  #ready(): Promise<Kernel> {
    if (this.#starting === undefined) {
      this.#starting = this.#start().catch((error) => {
        this.#starting = undefined;
        this.#options.changed();
        throw error;
      });
      this.#options.changed();
    }
    return this.#starting;
  }

  async #start(): Promise<Kernel> {
    const { notebook, folder, wanted, search, changed } = this.#options;
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const launch = await chooseKernel(await wanted(), folder, search);
    signal.throwIfAborted();
    const kernel = await Kernel.start({
      launch,
      cwd: notebook === undefined ? folder : dirname(notebook),
      env: search.env,
      ...(notebook !== undefined && { sessionName: notebook }),
      signal,
    });
    this.#kernel = kernel;
    this.#alive.add(kernel);
    if (launch.remark !== undefined) this.#notes.push(launch.remark);
    void kernel.ended.then((end) => this.#ended(kernel, end));
    changed();
    return kernel;
  }

  #ended(kernel: Kernel, end: KernelEnd): void {
    this.#alive.delete(kernel);
    if (this.#kernel !== kernel) return;
    this.#kernel = undefined;
    this.#starting = undefined;
    if (!this.#isBusy)
      this.#notes.push(`The kernel has ended since the last call (${howItEnded(end)}). ${stateLost}`);
    this.#options.changed();
  }

  async #execute(kernel: Kernel, run: CodeRun): Promise<RunOutcome> {
    run.signal.throwIfAborted();
    const { seconds, graceMilliseconds = 5_000, changed } = this.#options;
    for (const note of this.#notes.splice(0)) run.outputs.note(`[${note}]`);
    this.#stopping = undefined;
    this.#isBusy = true;
    const clientLeft = () => this.#stop("client");
    run.signal.addEventListener("abort", clientLeft, { once: true });
    const timers = [
      setTimeout(() => this.#stop("timeLimit"), seconds * 1000),
      setTimeout(() => kernel.interrupt(), seconds * 1000 + graceMilliseconds / 2),
      setTimeout(() => kernel.kill(), seconds * 1000 + graceMilliseconds),
    ];
    run.started();
    changed();
    try {
      const executed = await kernel.execute(run.code, (message) => run.outputs.add(message));
      return this.#finished(executed, run.outputs);
    } catch (error) {
      if (!(error instanceof KernelDied)) throw error;
      return this.#died(error.end, run.outputs);
    } finally {
      for (const timer of timers) clearTimeout(timer);
      run.signal.removeEventListener("abort", clientLeft);
      this.#isBusy = false;
      changed();
    }
  }

  #stop(why: "timeLimit" | "user" | "client"): void {
    this.#stopping ??= why;
    this.#kernel?.interrupt();
  }

  #finished({ status, payload }: Executed, outputs: OutputCollector): RunOutcome {
    for (const each of Array.isArray(payload) ? payload : []) {
      // What a notebook shows in its pager: help, mostly.
      const shown = isObject(each) && each.source === "page" ? showMimeBundle(each.data) : undefined;
      if (shown?.type === "text") outputs.note(shown.text);
    }
    if (status === "aborted") outputs.note("[The kernel did not run the code: something before it failed]");
    if (status === "unanswered") outputs.note("[The kernel has not said whether the code succeeded]");
    if (this.#stopping === "timeLimit") {
      outputs.note(`[Stopped after ${this.#limit}. What was defined before is still there]`);
    }
    if (this.#stopping === "user") outputs.note("[The user has stopped the code]");
    // Also of code that has reacted to the interrupt by itself, and ended well.
    if (this.#stopping !== undefined) return "interrupted";
    return status === "ok" ? "ok" : "failed";
  }

  #died(end: KernelEnd, outputs: OutputCollector): RunOutcome {
    if (this.#stopping === "restart") outputs.note(`[The user has restarted the kernel. ${stateLost}]`);
    else if (this.#stopping === "close") outputs.note("[The notebook was closed, and its kernel ended]");
    else if (this.#stopping === "timeLimit") {
      outputs.note(
        `[Stopped after ${this.#limit}. It could not be interrupted, so the kernel was ended. ${stateLost}]`,
      );
    } else {
      const words = end.lastWords === "" ? "" : `\n${end.lastWords}`;
      outputs.note(
        `[The kernel has died (${howItEnded(end)}). ${stateLost} The next call starts a new one]${words}`,
      );
      return "failed";
    }
    return "interrupted";
  }

  get #limit(): string {
    return `${this.#options.seconds} s, the limit that is set (notebooks.seconds)`;
  }
}

/** What the promise comes to, or rejects at once when the signal aborts. */
function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

import { type Call, type CodeOutput, type CodeResult, IdeBridgeError } from "@idebridge/sdk";
import { messageOf } from "@idebridge/sdk/core";
import type { ControlEvent, Execution, ExecutionOutputs } from "../control/controlProtocol.ts";
import { toClientInfo } from "../control/toClientInfo.ts";
import type { RunOutcome } from "./notebookKernel.ts";
import { OutputCollector } from "./outputs/outputCollector.ts";

export interface ExecutionsOptions {
  /** Whether the user is asked before each call. */
  readonly ask: boolean;
  readonly outputCharacters: number;
  readonly tell: (event: ControlEvent) => void;
}

export interface ExecutionRequest {
  readonly code: string;
  readonly notebook: string | undefined;
  readonly folder: string;
}

export type ExecuteDecision =
  | { readonly outcome: "decided" }
  | { readonly outcome: "tooLate"; readonly by: string };

interface Entry {
  execution: Execution;
  /** Until it has ended. */
  collector: OutputCollector | undefined;
  outputs: readonly CodeOutput[];
  /** Ends it before it has started. */
  readonly cancel: AbortController;
  decide?: (allowed: boolean) => void;
}

type Runner = (run: {
  readonly outputs: OutputCollector;
  readonly signal: AbortSignal;
  started(): void;
}) => Promise<RunOutcome>;

const remembered = 50;
const rememberedCharacters = 32 * 1024 * 1024;
const outputMilliseconds = 250;

/** Every piece of code that an agent has had run here, or wants to: what front ends show. */
export class Executions {
  readonly #options: ExecutionsOptions;
  readonly #entries = new Map<number, Entry>();
  #lastId = 0;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  /** The oldest first. */
  list(): readonly Execution[] {
    return [...this.#entries.values()].map(({ execution }) => execution);
  }

  read(id: number): ExecutionOutputs {
    const { execution, collector, outputs } = this.#get(id);
    return { execution, outputs: collector?.outputs() ?? outputs };
  }

  /** Lets code run, once the user has said yes if that is wanted. */
  async run(request: ExecutionRequest, call: Call, runner: Runner): Promise<CodeResult> {
    const { entry, collector } = this.#begin(request, call);
    try {
      const signal = AbortSignal.any([call.signal, entry.cancel.signal]);
      if (this.#options.ask) await this.#allowed(entry, signal);
      const started = () => this.#change(entry, { state: "running", startedAt: now() }, "executionStarted");
      const outcome = await runner({ outputs: collector, signal, started });
      const outputs = collector.outputs();
      this.#end(entry, outcome, outputs);
      return { outputs: outputs.length > 0 ? outputs : [nothing], ...(outcome !== "ok" && { failed: true }) };
    } catch (error) {
      this.#failed(entry, collector, error, call.signal);
      throw error;
    }
  }

  /** The first decision counts; whoever comes later is told who it was. */
  decide(id: number, allow: boolean, by: string): ExecuteDecision {
    const entry = this.#get(id);
    if (entry.decide === undefined) return { outcome: "tooLate", by: entry.execution.by ?? "agent" };
    const allowed = allow === true;
    entry.execution = { ...entry.execution, by };
    this.#options.tell({ type: "executionDecided", id, allowed, by });
    entry.decide(allowed);
    return { outcome: "decided" };
  }

  /** True when it had not started yet: it never will. */
  cancelWaiting(id: number): boolean {
    const { execution, cancel } = this.#get(id);
    if (execution.state !== "asked" && execution.state !== "waiting") return false;
    cancel.abort(new IdeBridgeError("ABORTED", "The user has stopped the code before it began"));
    return true;
  }

  #begin({ code, notebook, folder }: ExecutionRequest, call: Call) {
    const id = ++this.#lastId;
    const execution: Execution = {
      id,
      client: toClientInfo(call.client),
      notebook,
      folder,
      code,
      state: this.#options.ask ? "asked" : "waiting",
      askedAt: now(),
      textCharacters: 0,
      images: 0,
    };
    const collector = new OutputCollector(
      this.#options.outputCharacters,
      atMostEvery(outputMilliseconds, () => this.#options.tell({ type: "executionOutput", id })),
    );
    const entry: Entry = { execution, collector, outputs: [], cancel: new AbortController() };
    this.#entries.set(id, entry);
    return { entry, collector };
  }

  #allowed(entry: Entry, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason);
      entry.decide = (allowed) => {
        signal.removeEventListener("abort", abort);
        delete entry.decide;
        if (allowed) this.#change(entry, { state: "waiting" });
        if (allowed) resolve();
        else reject(new IdeBridgeError("DENIED", "The user does not want this code to be run"));
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#options.tell({ type: "executionAsked", execution: entry.execution });
    });
  }

  #failed(entry: Entry, collector: OutputCollector, error: unknown, signal: AbortSignal): void {
    delete entry.decide;
    const isDenied = error instanceof IdeBridgeError && error.code === "DENIED";
    const isStopped = signal.aborted || entry.cancel.signal.aborted;
    if (!isStopped && !isDenied) collector.note(messageOf(error));
    this.#end(entry, isDenied ? "refused" : isStopped ? "interrupted" : "failed", collector.outputs());
  }

  #end(entry: Entry, state: Execution["state"], outputs: readonly CodeOutput[]): void {
    entry.collector = undefined;
    entry.outputs = outputs;
    const textCharacters = sum(outputs.map((output) => (output.type === "text" ? output.text.length : 0)));
    const images = outputs.filter(({ type }) => type === "image").length;
    this.#forgetOld();
    this.#change(entry, { state, endedAt: now(), textCharacters, images }, "executionEnded");
  }

  #change(entry: Entry, change: Partial<Execution>, type?: "executionStarted" | "executionEnded"): void {
    entry.execution = { ...entry.execution, ...change };
    if (type) this.#options.tell({ type, execution: entry.execution });
  }

  #forgetOld(): void {
    const entries = [...this.#entries.values()];
    let size = sum(entries.map(({ outputs }) => sizeOf(outputs)));
    for (const { execution, outputs } of entries) {
      if (this.#entries.size <= remembered && size <= rememberedCharacters) return;
      if (execution.endedAt === undefined) continue;
      this.#entries.delete(execution.id);
      size -= sizeOf(outputs);
    }
  }

  #get(id: number): Entry {
    const entry = this.#entries.get(id);
    if (entry) return entry;
    throw new IdeBridgeError(
      "INVALID_ARGUMENT",
      `There is no code ${id} that was run, or it is over for long`,
    );
  }
}

const nothing: CodeOutput = { type: "text", text: "(no output)" };

function sizeOf(outputs: readonly CodeOutput[]): number {
  return sum(outputs.map((output) => (output.type === "text" ? output.text : output.data).length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function now(): string {
  return new Date().toISOString();
}

/** At once, and then not again before the time is over; what came meanwhile is one call at its end. */
function atMostEvery(milliseconds: number, act: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isMissed = false;
  const call = () => {
    if (timer) {
      isMissed = true;
      return;
    }
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (!isMissed) return;
      isMissed = false;
      call();
    }, milliseconds);
    timer.unref();
  };
  return call;
}

import type { ControlEvent, Execution, ExecutionOutputs, KernelInfo } from "@idebridge/headless/protocol";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import type { Notices } from "./notices.ts";

type Outputs = ExecutionOutputs["outputs"];

const pauseMilliseconds = 150;
/** Of so many the outputs are fetched; those of older ones when they are opened. */
const mostRead = 20;

/** Code that agents have run in notebooks, or want to. */
export class Executions {
  /** The latest first. */
  readonly all = signal<readonly Execution[]>([]);
  readonly outputs = signal<ReadonlyMap<number, Outputs>>(new Map());
  readonly kernels = signal<readonly KernelInfo[]>([]);
  readonly asked = computed(() => this.all.value.filter(({ state }) => state === "asked"));
  readonly #link: ControlLink;
  readonly #notices: Notices;
  readonly #reading = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(link: ControlLink, notices: Notices) {
    this.#link = link;
    this.#notices = notices;
  }

  async refresh(): Promise<void> {
    // Each as it comes: what is told from then on is newer.
    await Promise.all([
      this.#link.request("executions/list").then((all) => this.#takeAll(all)),
      this.#link.request("kernels/list").then((kernels) => (this.kernels.value = kernels)),
    ]);
  }

  hear(event: ControlEvent): void {
    switch (event.type) {
      case "executionAsked":
        this.#take(event.execution);
        this.#notices.say(`${event.execution.client.name} wants to run code`);
        break;
      case "executionStarted":
      case "executionEnded":
        this.#take(event.execution);
        this.read(event.execution.id);
        break;
      case "executionDecided":
        this.#change(event.id, (execution) => ({
          ...execution,
          state: event.allowed ? "waiting" : "refused",
          by: event.by,
        }));
        break;
      case "executionOutput":
        this.read(event.id);
        break;
      case "kernelsChanged":
        this.kernels.value = event.kernels;
        break;
    }
  }

  /** Fetches what it has shown; not for every line of a program that writes many. */
  read(id: number): void {
    if (this.#reading.has(id)) return;
    const timer = setTimeout(() => {
      this.#reading.delete(id);
      void this.#link.request("executions/read", { id }).then(
        ({ execution, outputs }) => {
          this.outputs.value = new Map(this.outputs.value).set(id, outputs);
          this.#change(id, () => execution);
        },
        () => {},
      );
    }, pauseMilliseconds);
    this.#reading.set(id, timer);
  }

  async decide(id: number, allow: boolean): Promise<void> {
    await this.#notices.attempt(async () => {
      const result = await this.#link.request("executions/decide", { id, allow });
      if (result.outcome === "tooLate") {
        this.#notices.show({ kind: "error", text: `Too late: ${result.by} was faster` });
      }
    });
  }

  async interrupt(id: number): Promise<void> {
    await this.#notices.attempt(() => this.#link.request("executions/interrupt", { id }));
  }

  async restart(path: string): Promise<void> {
    await this.#notices.attempt(() => this.#link.request("kernels/restart", { path }));
  }

  #takeAll(all: readonly Execution[]): void {
    this.outputs.value = new Map();
    this.all.value = all.toReversed();
    for (const { id } of this.all.value.slice(0, mostRead)) this.read(id);
  }

  #take(execution: Execution): void {
    const others = this.all.value.filter(({ id }) => id !== execution.id);
    this.all.value = [execution, ...others].toSorted((a, b) => b.id - a.id);
  }

  #change(id: number, change: (execution: Execution) => Execution): void {
    this.all.value = this.all.value.map((execution) => (execution.id === id ? change(execution) : execution));
  }
}

import type { ControlEvent, TrafficMessage } from "@idebridge/headless/protocol";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";

const mostKept = 5_000;

export type TrafficFilter = "all" | "errors" | "slow" | "fromAgent" | "toAgent";

/** What a call is called slow from. */
export const slowMilliseconds = 500;

/** The messages between agents and idebridge, since the page was opened. */
export class Traffic {
  readonly messages = signal<readonly TrafficMessage[]>([]);
  readonly query = signal("");
  readonly filter = signal<TrafficFilter>("all");
  readonly isFrozen = signal(false);
  readonly chosen = signal<number | undefined>(undefined);
  readonly shown = computed(() => {
    const query = this.query.value.toLowerCase();
    const filter = this.filter.value;
    return this.messages.value.filter((message) => passes(message, filter) && contains(message, query));
  });
  readonly #link: ControlLink;
  #waiting: TrafficMessage[] = [];

  constructor(link: ControlLink) {
    this.#link = link;
  }

  async refresh(): Promise<void> {
    const { messages } = await this.#link.request("traffic/watch", { watch: true });
    // A new idebridge counts from the start.
    if ((messages.at(-1)?.id ?? 0) < (this.messages.value.at(-1)?.id ?? 0)) this.clear();
    this.#take(messages);
  }

  hear(event: ControlEvent): void {
    if (event.type === "traffic") this.#take(event.messages);
  }

  freeze(isFrozen: boolean): void {
    this.isFrozen.value = isFrozen;
    if (!isFrozen) this.#take([]);
  }

  clear(): void {
    this.messages.value = [];
    this.chosen.value = undefined;
  }

  #take(messages: readonly TrafficMessage[]): void {
    this.#waiting.push(...messages);
    if (this.isFrozen.value) return;
    const last = this.messages.value.at(-1)?.id ?? 0;
    const fresh = this.#waiting.filter(({ id }) => id > last);
    this.#waiting = [];
    if (fresh.length > 0) this.messages.value = [...this.messages.value, ...fresh].slice(-mostKept);
  }
}

function passes({ kind, direction, milliseconds = 0 }: TrafficMessage, filter: TrafficFilter): boolean {
  if (filter === "errors") return kind === "error";
  if (filter === "slow") return milliseconds >= slowMilliseconds;
  return filter === "all" || direction === filter;
}

function contains({ method, text, client }: TrafficMessage, query: string): boolean {
  if (query === "") return true;
  return [method, client.name, text].some((each) => each.toLowerCase().includes(query));
}

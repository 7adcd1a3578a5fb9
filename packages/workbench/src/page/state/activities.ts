import type { ClientActivity, ControlEvent } from "@idebridge/headless/protocol";
import { signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";

const pauseMilliseconds = 300;

/** Who is connected, and what they have asked. */
export class Activities {
  readonly clients = signal<readonly ClientActivity[]>([]);
  readonly #link: ControlLink;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(link: ControlLink) {
    this.#link = link;
  }

  async refresh(): Promise<void> {
    this.clients.value = await this.#link.request("clients/list");
  }

  hear(event: ControlEvent): void {
    if (event.type !== "clientsChanged" && event.type !== "toolCalled") return;
    // Agents call in bursts: one look afterwards will do.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.refresh().catch(() => {});
    }, pauseMilliseconds);
  }
}

import type { Unsubscribe } from "../editor/editor.ts";
import { Listeners } from "../editor/listeners.ts";
import { messageOf } from "../protocol/errors.ts";
import type { Logger } from "../protocol/logger.ts";
import type { IdeEvent } from "./ideEvent.ts";

const mostUnheard = 100;

/** Tells the listeners of a client what the IDE announces. */
export class IdeEvents {
  readonly #listeners: Listeners<IdeEvent>;
  /** A server tells the selection and waiting mentions at once, before the caller can listen. */
  #unheard: IdeEvent[] | undefined = [];
  #lastSelection: string | undefined;

  constructor(logger: Logger) {
    this.#listeners = new Listeners((error, { type }) =>
      logger.error?.("a listener failed", { event: type, error: messageOf(error) }),
    );
  }

  /** The first listener also gets what was announced before anybody listened. */
  subscribe(listener: (event: IdeEvent) => void): Unsubscribe {
    const unheard = this.#unheard ?? [];
    this.#unheard = undefined;
    let isSubscribed = true;
    const remove = this.#listeners.add(listener);
    queueMicrotask(() => {
      for (const event of unheard) if (isSubscribed) listener(event);
    });
    return () => {
      isSubscribed = false;
      remove();
    };
  }

  emit(event: IdeEvent): void {
    if (event.type === "connected") this.#lastSelection = undefined;
    if (event.type === "selection") {
      // Kale's dialect announces each selection twice, under two names.
      const selection = JSON.stringify(event.selection ?? null);
      if (selection === this.#lastSelection) return;
      this.#lastSelection = selection;
    }
    this.#listeners.emit(event);
    const isNews = event.type === "selection" || event.type === "mention" || event.type === "diagnostics";
    if (isNews && this.#unheard && this.#unheard.push(event) > mostUnheard) this.#unheard.shift();
  }
}

import type { Unsubscribe } from "./editor.ts";

/** Keeps listeners and tells them events. One that fails does not keep the others from hearing. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #failed: (error: unknown, event: Event) => void;

  constructor(failed: (error: unknown, event: Event) => void = () => {}) {
    this.#failed = failed;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** An arrow function, so that an editor can hand it on: `subscribe = this.listeners.add`. */
  readonly add = (listener: (event: Event) => void): Unsubscribe => {
    // A function of its own: the same listener may be added twice.
    const entry = (event: Event) => listener(event);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  };

  emit(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#failed(error, event);
      }
    }
  }
}

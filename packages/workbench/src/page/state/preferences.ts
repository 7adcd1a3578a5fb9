import { effect, type Signal, signal } from "@preact/signals";

/** What this browser remembers of how the user likes it. */
export class Preferences {
  readonly layout = kept<"unified" | "split">("layout", "split", ["unified", "split"]);
  readonly wrap = kept<"off" | "on">("wrap", "off", ["off", "on"]);
  /** For how long a decision can be undone, in seconds: the agent is told only then. */
  readonly undoSeconds = kept<"0" | "2" | "5">("undoSeconds", "2", ["0", "2", "5"]);
}

function kept<T extends string>(name: string, usual: T, allowed: readonly T[]): Signal<T> {
  const key = `idebridge.${name}`;
  const found = localStorage.getItem(key) as T | null;
  const value = signal<T>(found !== null && allowed.includes(found) ? found : usual);
  effect(() => localStorage.setItem(key, value.value));
  return value;
}

import { messageOf } from "@idebridge/sdk/core";
import { signal } from "@preact/signals";

export interface Toast {
  readonly id: number;
  readonly kind: "info" | "success" | "error";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const shownMilliseconds = 6_000;

/** What the page tells the user in passing: seen in a corner, and read aloud. */
export class Notices {
  readonly toasts = signal<readonly Toast[]>([]);
  /** For screen readers only. */
  readonly spoken = signal("");
  #lastId = 0;

  say(text: string): void {
    // The same words again are read again only if the text differs.
    this.spoken.value = this.spoken.value === text ? `${text}\u00a0` : text;
  }

  show(toast: Omit<Toast, "id">, milliseconds = shownMilliseconds): void {
    const id = ++this.#lastId;
    // That something went well is old news as soon as something else has; a mere remark, as soon as there is any other.
    const others = this.toasts.value.filter(({ kind, action }) =>
      kind === "info" ? action !== undefined : kind !== "success" || toast.kind !== "success",
    );
    // What goes wrong again and again is said once.
    const different = others.filter(({ text }) => text !== toast.text);
    this.toasts.value = [...different.slice(-3), { ...toast, id }];
    this.say(toast.text);
    setTimeout(() => this.dismiss(id), milliseconds);
  }

  /** Runs something that may fail, and shows why it did. */
  async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.show({ kind: "error", text: messageOf(error) });
      return undefined;
    }
  }

  dismiss(id: number): void {
    this.toasts.value = this.toasts.value.filter((toast) => toast.id !== id);
  }
}

/** At the end of a list of files. */
export function noMoreFiles(by: 1 | -1): string {
  return by === 1 ? "This is the last file" : "This is the first file";
}

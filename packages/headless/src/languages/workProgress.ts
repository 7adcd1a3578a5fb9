import type { ProgressToken } from "vscode-languageserver-protocol";

interface Work {
  readonly title: string;
  readonly message: string | undefined;
  readonly percentage: number | undefined;
}

/** A server that never ends what it begins must not fill the memory. */
const mostAtOnce = 100;

/** What a server is busy with. */
export class WorkProgress {
  readonly #changed: () => void;
  readonly #running = new Map<ProgressToken, Work>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** For people, such as "Indexing 40 %: crates". The one that began last. */
  get text(): string | undefined {
    const work = [...this.#running.values()].at(-1);
    if (work === undefined) return undefined;
    const { title, message, percentage } = work;
    return `${title}${percentage === undefined ? "" : ` ${percentage} %`}${message ? `: ${message}` : ""}`;
  }

  report(token: ProgressToken, value: unknown): void {
    if (typeof value !== "object" || value === null || !("kind" in value)) return;
    const { kind, title, message, percentage } = value as Record<string, unknown>;
    const before = this.#running.get(token);
    if (kind === "end") this.#running.delete(token);
    else if ((kind === "begin" && this.#running.size < mostAtOnce) || before !== undefined)
      this.#running.set(token, {
        title: typeof title === "string" ? title : (before?.title ?? ""),
        message: typeof message === "string" ? message : before?.message,
        percentage: typeof percentage === "number" ? Math.round(percentage) : before?.percentage,
      });
    this.#changed();
  }
}

export type Level = "ok" | "note" | "warning" | "error";

/** One thing that `idebridge doctor` has looked at. */
export interface Finding {
  /** What it is about, for programs. */
  readonly check: string;
  readonly level: Level;
  /** What is. */
  readonly what: string;
  /** Why it matters. */
  readonly why?: string;
  /** What to do. */
  readonly todo?: string;
  /** Puts it right, where that is safe. Returns what it did; throws when it could not. */
  readonly fix?: () => string;
}

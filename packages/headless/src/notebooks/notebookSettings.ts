export interface NotebookSettings {
  /** Whether agents may run code at all. */
  readonly enabled?: boolean;
  /** Whether the user is asked before each call. */
  readonly ask?: boolean;
  /** How long code may run. */
  readonly seconds?: number;
  /** The most text of an answer. */
  readonly outputCharacters?: number;
  /** The Python for notebooks that do not name a certain kernel. */
  readonly python?: string;
}

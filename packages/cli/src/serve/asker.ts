/** Somebody to talk to, one line at a time. */
export interface Asker {
  print(line: string): void;
  question(text: string): Promise<string>;
  suspended<T>(work: () => Promise<T>): Promise<T>;
  /** What is asked about is decided elsewhere, or taken back. */
  isOver(): boolean;
}

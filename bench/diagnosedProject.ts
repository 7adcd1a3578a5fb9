import type { FileDiagnostics } from "@idebridge/sdk";

/** A project in which a benchmark breaks and mends files, one after the other. */
export interface DiagnosedProject {
  /** Such as "Python". */
  readonly language: string;
  /** Who finds its problems, such as "pyright". */
  readonly server: string;
  /** The program that must be installed; left out for what comes with idebridge. */
  readonly program?: string;
  readonly folder: string;
  /** What there is, for people. */
  readonly size: string;
  /** Every second edit mends what the one before it broke: before the first, nothing is wrong. */
  edit(number: number): ProjectEdit;
}

export interface ProjectEdit {
  readonly path: string;
  readonly text: string;
  /** Whether these are the problems of the new text, and no others. */
  isFresh(problems: readonly FileDiagnostics[]): boolean;
}

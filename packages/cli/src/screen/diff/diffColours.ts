import type { OpenDiff } from "../screenState.ts";
import type { Colours } from "./diffRows.ts";

/** The colours of the texts of the open diff. */
export class DiffColours {
  constructor(_changed: () => void) {}

  for(_diff: OpenDiff | undefined): Colours {
    return () => [];
  }
}

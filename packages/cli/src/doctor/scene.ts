import type { FoundIde } from "@idebridge/sdk";
import type { ClientChoice } from "../clientChoice.ts";
import type { Context } from "../context.ts";

/** What the checks look at. */
export interface Scene {
  readonly context: Context;
  /** The folder without links in it, as Claude Code sees it. */
  readonly cwd: string;
  /** Where Claude Code keeps its settings. */
  readonly configDir: string;
  readonly found: readonly FoundIde[];
  readonly choice: ClientChoice;
}

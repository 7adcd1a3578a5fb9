import { claudeCode } from "./claudeCode.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { jetbrains } from "./jetbrains.ts";
import { kale } from "./kale.ts";
import { nexus } from "./nexus.ts";
import { obsidian } from "./obsidian.ts";

/** All of them. A server that imports only the one it speaks is smaller. */
export const dialects: Readonly<Record<DialectName, Dialect>> = {
  "claude-code": claudeCode,
  jetbrains,
  nexus,
  obsidian,
  kale,
};

import { claudeCode } from "./claudeCode.ts";
import type { Dialect, DialectName } from "./dialect.ts";
import { jetbrains } from "./jetbrains.ts";
import { kale } from "./kale.ts";
import { nexus } from "./nexus.ts";
import { obsidian } from "./obsidian.ts";

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  "claude-code": claudeCode,
  jetbrains,
  nexus,
  obsidian,
  kale,
};

export function isDialectName(name: string | undefined): name is DialectName {
  return name !== undefined && Object.hasOwn(dialects, name);
}

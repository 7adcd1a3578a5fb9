import { type DialectName, isDialectName } from "../dialects/dialect.ts";

/** What is known of a server: from its lock file before the connection, the rest after it. */
export interface Traces {
  readonly lockDialect?: string | undefined;
  readonly ideName?: string | undefined;
  readonly serverName?: string | undefined;
  /** What an idebridge server says of itself. */
  readonly declared?: string | undefined;
  readonly tools?: ReadonlySet<string> | undefined;
}

/** The dialect that a server speaks. The more is known, the surer: tools outweigh names. */
export function detectDialect({ lockDialect, ideName, serverName, declared, tools }: Traces): DialectName {
  if (isDialectName(declared)) return declared;
  if (isDialectName(lockDialect)) return lockDialect;
  if (tools?.has("list_opened_files") || tools?.has("get_diagnostics")) return "nexus";
  if (tools?.has("get_all_opened_file_paths") || tools?.has("open_files")) return "jetbrains";

  const names = `${ideName ?? ""} ${serverName ?? ""}`;
  // Kale has the tools of Claude Code: only its name tells.
  if (/\bkale\b/i.test(names)) return "kale";
  if (tools?.has("getOpenEditors") || tools?.has("closeAllDiffTabs")) return "claude-code";
  if (/obsidian/i.test(names)) return "obsidian";
  if (
    /jetbrains|intellij|webstorm|pycharm|goland|rider|phpstorm|rubymine|clion|android studio/i.test(names)
  ) {
    return "jetbrains";
  }
  return "claude-code";
}

import type { DialectName } from "@idebridge/sdk";
import { workspace } from "vscode";
import { denyPatterns } from "./denyPatterns.ts";

/** What the user has set, read anew each time. */
export const settings = {
  get autoStart(): boolean {
    return read("autoStart", true);
  },
  get claudeCommand(): string {
    return read("claudeCommand", "claude");
  },
  /** `undefined`: where Claude Code itself looks. */
  get configDir(): string | undefined {
    return read("configDir", "") || undefined;
  },
  get deny(): readonly string[] {
    return denyPatterns(workspace.getConfiguration("idebridge").inspect("sharing.deny"));
  },
  get dialect(): DialectName {
    return read<DialectName>("dialect", "claude-code");
  },
  get focusReviews(): boolean {
    return read("focusReviews", false);
  },
  get otherEditors(): "ask" | "wait" {
    return read<"ask" | "wait">("otherEditors", "ask");
  },
  get selectionCharacters(): number {
    return read("sharing.selectionCharacters", 50_000);
  },
};

/** A server takes these when it starts. */
export const settingsOfServer = ["idebridge.configDir", "idebridge.dialect", "idebridge.sharing"] as const;

function read<Value>(name: string, otherwise: Value): Value {
  return workspace.getConfiguration("idebridge").get<Value>(name, otherwise);
}

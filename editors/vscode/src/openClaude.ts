import { window } from "vscode";
import type { Bridge } from "./bridge.ts";
import { plainText } from "./plainText.ts";
import { settings } from "./settings.ts";

/** Claude Code in a terminal of this window, joined to it. */
export async function openClaude(bridge: Bridge): Promise<void> {
  const server = await bridge.start();
  if (server === undefined) {
    void window.showWarningMessage(
      `${plainText(String(bridge.rival))} serves this folder: Claude Code would join it, not this window. Stop it, and try again.`,
    );
    return;
  }
  const terminal = window.createTerminal({ name: "Claude Code", env: server.terminalEnvironment() });
  terminal.show();
  terminal.sendText(settings.claudeCommand);
}

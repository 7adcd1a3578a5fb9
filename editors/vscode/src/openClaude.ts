import { window } from "vscode";
import type { Bridge } from "./bridge.ts";
import { settings } from "./settings.ts";

/** Claude Code in a terminal of this window, joined to it. */
export async function openClaude(bridge: Bridge): Promise<void> {
  let server = await bridge.start();
  if (server === undefined) {
    // Claude Code would join the other one.
    await bridge.choose();
    server = await bridge.start();
  }
  if (server === undefined) return;
  const terminal = window.createTerminal({ name: "Claude Code", env: server.terminalEnvironment() });
  terminal.show();
  terminal.sendText(settings.claudeCommand);
}

import { type Disposable, StatusBarAlignment, ThemeColor, window } from "vscode";
import type { Bridge } from "./bridge.ts";
import { plainText } from "./plainText.ts";
import type { Reviews } from "./reviews/reviews.ts";

/** Who listens, what waits, and one click to what matters now. */
export function showStatus(bridge: Bridge, reviews: Reviews): readonly Disposable[] {
  const item = window.createStatusBarItem("idebridge.status", StatusBarAlignment.Right, 90);
  item.name = "idebridge";
  const show = () => {
    const { server } = bridge;
    const waiting = reviews.list().length;
    const names = server?.clients.map(({ name, version }) => plainText(`${name} ${version}`)) ?? [];
    item.backgroundColor = waiting > 0 ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    if (waiting > 0) {
      item.text = `$(diff) ${waiting} to review`;
      item.tooltip = "Show the next review";
      item.command = "idebridge.showReview";
    } else if (bridge.rival !== undefined) {
      item.text = "$(debug-disconnect) idebridge waits";
      const who =
        names.length > 0
          ? ` ${names.join(", ")} ${names.length === 1 ? "stays" : "stay"} connected here.`
          : "";
      item.tooltip = `${bridge.rival} serves this folder.${who} Click to choose which one does.`;
      item.command = "idebridge.chooseServer";
    } else if (server === undefined) {
      item.text = "$(debug-disconnect) idebridge";
      item.tooltip = "This window is not served to agents. Click to serve it.";
      item.command = "idebridge.start";
    } else {
      item.text = `${server.paused ? "$(circle-slash)" : "$(plug)"} idebridge${names.length > 0 ? ` ${names.length}` : ""}`;
      const who = names.length > 0 ? names.join(", ") : "No agent is connected";
      item.tooltip = `${who}. Sharing is ${server.paused ? "paused: click to resume" : "on: click to pause"}.`;
      item.command = "idebridge.toggleSharing";
    }
    item.show();
  };
  show();
  return [item, bridge.onDidChange(show), reviews.onDidChange(show)];
}

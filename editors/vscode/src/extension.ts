import { commands, type ExtensionContext, type Uri, window, workspace } from "vscode";
import { Bridge } from "./bridge.ts";
import { Diagnostics } from "./diagnostics.ts";
import { showInbox } from "./inboxView.ts";
import { mentionFiles, mentionSelection } from "./mentions.ts";
import { mayServe } from "./otherIdes.ts";
import { Reviews } from "./reviews/reviews.ts";
import { Selections } from "./selections.ts";
import { showStatus } from "./statusBar.ts";
import { VscodeEditor } from "./vscodeEditor.ts";

/** What other extensions get; our own tests run the library's conformance checks on it. */
export interface IdebridgeApi {
  readonly editor: VscodeEditor;
  readonly reviews: Reviews;
}

export function activate(context: ExtensionContext): IdebridgeApi {
  const settings = () => workspace.getConfiguration("idebridge");
  const log = window.createOutputChannel("idebridge", { log: true });
  const reviews = new Reviews({ takesFocus: () => settings().get("focusReviews", false) });
  const diagnostics = new Diagnostics();
  const selections = new Selections();
  const editor = new VscodeEditor(reviews, diagnostics, selections);
  const bridge = new Bridge(editor, context, log);

  const start = async () => {
    try {
      if (await mayServe(editor.workspaceFolders())) await bridge.start();
      else log.info("not served: another editor has this folder");
    } catch (error) {
      log.error(error instanceof Error ? error : String(error));
      void window.showErrorMessage(
        `idebridge could not start: ${error instanceof Error ? error.message : error}`,
      );
    }
  };
  const command = (name: string, run: (...args: never[]) => unknown) =>
    commands.registerCommand(`idebridge.${name}`, run as (...args: unknown[]) => unknown);

  context.subscriptions.push(
    log,
    reviews,
    diagnostics,
    selections,
    bridge,
    ...showStatus(bridge, reviews),
    ...showInbox(bridge, reviews),
    command("accept", () => reviews.active()?.accept()),
    command("reject", () => reviews.active()?.reject()),
    command("acceptHunk", async (uri: Uri, id: number) => {
      await reviews.at(uri)?.confirmHunk(id);
      reviews.changed();
    }),
    command("rejectHunk", async (uri: Uri, id: number) => {
      await reviews.at(uri)?.rejectHunk(id);
      reviews.changed();
    }),
    command("showReview", async (uri?: Uri) => {
      const review = uri ? reviews.at(uri) : reviews.list()[0];
      if (review) await reviews.show(review);
    }),
    command("mention", () => mentionSelection(bridge)),
    command("mentionFiles", (clicked?: Uri, selected?: readonly Uri[]) =>
      mentionFiles(bridge, clicked, selected),
    ),
    command("toggleSharing", () => {
      if (bridge.server) bridge.server.paused = !bridge.server.paused;
    }),
    command("openClaude", async () => {
      const server = await bridge.start();
      const terminal = window.createTerminal({ name: "Claude Code", env: server.terminalEnvironment() });
      terminal.show();
      terminal.sendText(settings().get("claudeCommand", "claude"));
    }),
    command("start", start),
    command("stop", () => bridge.stop()),
    command("showLog", () => log.show()),
  );
  if (settings().get("autoStart", true)) void start();
  return { editor, reviews };
}

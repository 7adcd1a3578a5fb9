import { messageOf } from "@idebridge/sdk/core";
import { commands, type ExtensionContext, type Uri, window } from "vscode";
import { Bridge } from "./bridge.ts";
import { Diagnostics } from "./diagnostics/diagnostics.ts";
import { showInbox } from "./inboxView.ts";
import { mentionFiles, mentionSelection } from "./mentions.ts";
import { openClaude } from "./openClaude.ts";
import { plainText } from "./plainText.ts";
import { Reviews } from "./reviews/reviews.ts";
import { Selections } from "./selections.ts";
import { settings } from "./settings.ts";
import { showStatus } from "./statusBar.ts";
import { VscodeEditor } from "./vscodeEditor.ts";

/** What other extensions get; our own tests run the library's conformance checks on it. */
export interface IdebridgeApi {
  readonly editor: VscodeEditor;
  readonly reviews: Reviews;
}

let bridge: Bridge | undefined;

export function activate(context: ExtensionContext): IdebridgeApi {
  const log = window.createOutputChannel("idebridge", { log: true });
  const reviews = new Reviews({ takesFocus: () => settings.focusReviews });
  const diagnostics = new Diagnostics();
  const selections = new Selections();
  const editor = new VscodeEditor(reviews, diagnostics, selections);
  const served = new Bridge(editor, context, log);
  bridge = served;

  const start = () =>
    served.start().catch(async (error: unknown) => {
      log.error(error instanceof Error ? error : String(error));
      const [again, showLog] = ["Try Again", "Show the Log"];
      const message = messageOf(error);
      const choice = await window.showErrorMessage(
        `idebridge cannot serve this window: ${plainText(message)}`,
        again,
        showLog,
      );
      if (choice === again) void commands.executeCommand("idebridge.start");
      if (choice === showLog) log.show();
    });
  const command = (name: string, run: (...args: never[]) => unknown) =>
    commands.registerCommand(`idebridge.${name}`, run as (...args: unknown[]) => unknown);
  const decidePart = (name: "acceptPart" | "rejectPart") => async (uri: Uri, id: number) => {
    await reviews.at(uri)?.[name](id);
    reviews.changed();
  };

  context.subscriptions.push(
    log,
    reviews,
    diagnostics,
    selections,
    ...showStatus(served, reviews),
    ...showInbox(served, reviews),
    command("accept", () => reviews.accept(reviews.active())),
    command("reject", () => reviews.active()?.reject()),
    command("acceptPart", decidePart("acceptPart")),
    command("rejectPart", decidePart("rejectPart")),
    command("showReview", async (uri?: Uri) => {
      const review = uri ? reviews.at(uri) : reviews.next();
      if (review) await reviews.show(review);
    }),
    command("mention", () => mentionSelection(served)),
    command("mentionFiles", (clicked?: Uri, selected?: readonly Uri[]) =>
      mentionFiles(served, clicked, selected),
    ),
    command("toggleSharing", () => served.toggleSharing()),
    command("openClaude", () => openClaude(served)),
    command("start", async () => {
      await start();
      if (served.rival !== undefined) await served.choose();
    }),
    command("chooseServer", () => served.choose()),
    command("stop", () => served.stop()),
    command("showLog", () => log.show()),
  );
  if (settings.autoStart) void start();
  return { editor, reviews };
}

/** VS Code waits for this: the lock file is gone before the window is. */
export function deactivate(): Promise<void> | undefined {
  return bridge?.dispose();
}

import type { FoundIde } from "@idebridge/sdk";
import { env, extensions, window } from "vscode";
import type { Choice } from "./choices.ts";
import { plainText } from "./plainText.ts";

/** `undefined` when the user does not say. */
export async function askWhoServes(rival: FoundIde): Promise<Choice | undefined> {
  const [ours, theirs] = ["Use idebridge", "Use the Other One"];
  const answer = await window.showWarningMessage(
    `${nameOf(rival)} serves this folder, too. With two, Claude Code connects to neither by itself, so idebridge waits. Which one is to serve it?`,
    ours,
    theirs,
  );
  if (answer === ours) return "idebridge";
  return answer === theirs ? "other" : undefined;
}

/** For one that does not make way. */
export async function tellWhoServes(rival: FoundIde): Promise<Choice | undefined> {
  const fine = "Don't Tell Me Again";
  const answer = await window.showWarningMessage(
    `${nameOf(rival)} serves this folder. With two, Claude Code connects to neither by itself: this window waits until the other one is stopped.`,
    fine,
  );
  return answer === fine ? "other" : undefined;
}

/** As the user knows it. */
export function nameOf({ name, pid, isDialectTold }: FoundIde): string {
  // It calls itself by the name of VS Code.
  const isOfficial =
    !isDialectTold && name === env.appName && extensions.getExtension("anthropic.claude-code");
  if (isOfficial) return "Claude Code's own extension";
  const plain = plainText(name);
  return pid === undefined ? plain : `${plain} (process ${pid})`;
}

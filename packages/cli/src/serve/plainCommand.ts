import {
  type ControlClient,
  counted,
  type FileChange,
  hasCountedLines,
  isUnannounced,
} from "@idebridge/headless";
import { describeError } from "../cliError.ts";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { styleFor } from "../style.ts";
import { describeUnannounced, unannouncedOf } from "../unannounced.ts";
import { shortPath } from "./shortPath.ts";
import { statusSections, toneMarks } from "./statusSections.ts";

const help = [
  "changes         list what agents wrote without asking",
  "keep <id>       keep a change, or all of a prompt",
  "revert <id>     take it back; with --unannounced also what may be yours",
  "status          who is connected, what they are told, which language servers run",
  "workbench       open the page in the browser",
  "pause           share nothing with agents, or share again",
  "Ctrl-C          leave",
];

/** What can be typed while nothing is asked; the lines to answer with. */
export async function plainCommand(
  line: string,
  control: ControlClient,
  context: Context,
): Promise<string[]> {
  const [command = "", id = "", option] = line.split(/\s+/);
  const isAboutOne = /^(keep|revert)$/i.test(command);
  if (isAboutOne && id === "")
    return [`Which one? Write ${command} <id>; changes lists them with their ids.`];
  try {
    switch (command.toLowerCase()) {
      case "?":
      case "help":
        return help;
      case "changes":
        return await listChanges(control, context);
      case "keep": {
        const { kept } = await control.request("changes/keep", { id });
        return [kept === 0 ? "There was nothing to keep." : `Kept ${counted(kept, "file")}.`];
      }
      case "revert": {
        const doubtful = unannouncedOf(await control.request("changes/list"), id);
        if (doubtful.length > 0 && option !== "--unannounced") {
          const list = describeUnannounced(doubtful, control.instance.folders[0] ?? context.cwd);
          return `${list}To take that back as well: revert ${printable(id)} --unannounced`.split("\n");
        }
        const result = await control.request("changes/revert", { id });
        if (result.outcome !== "reverted") return printable(result.message, { keepLines: true }).split("\n");
        if (result.paths.length === 0) return ["The files were as before already."];
        return result.paths.map((path) => `Reverted ${printable(path)}.`);
      }
      case "status":
        return await describeStatus(control, context);
      case "workbench": {
        const link = await control.request("workbench/link", { file: true });
        const { openWorkbench } = await import("../workbench/openWorkbench.ts");
        return [...(await openWorkbench(link, context)).lines];
      }
      case "pause": {
        const { paused } = await control.request("status");
        await control.request("sharing/pause", { paused: !paused });
        return [];
      }
    }
    return ["Nothing is asked now. Type help to see what can be done."];
  } catch (error) {
    return [printable(describeError(error)?.message ?? String(error))];
  }
}

async function describeStatus(control: ControlClient, context: Context): Promise<string[]> {
  const [status, servers, reviews] = await Promise.all([
    control.request("status"),
    control.request("languageServers/list"),
    control.request("reviews/list"),
  ]);
  const { bold } = styleFor(context);
  return statusSections(status, servers, reviews).flatMap(({ title, lines }) => [
    bold(title),
    ...lines.flatMap(({ tone, name, text, note }) => [
      `  ${toneMarks[tone]} ${name}: ${text}`,
      ...(note === undefined ? [] : [`      ${note}`]),
    ]),
  ]);
}

async function listChanges(control: ControlClient, context: Context): Promise<string[]> {
  const prompts = await control.request("changes/list");
  if (prompts.length === 0) return ["No agent has written anything here without asking."];
  const { bold, dim } = styleFor(context);
  const folder = control.instance.folders[0] ?? context.cwd;
  return prompts.flatMap(({ id, client, files }) => [
    `${bold(printable(id))} ${printable(client.name)}`,
    ...files.map((file) =>
      `  ${fileLine(file, folder)} ${dim(printable(file.notRevertible ?? ""))}`.trimEnd(),
    ),
  ]);
}

const states = {
  unseen: "",
  kept: ", kept",
  reverted: ", taken back",
  partlyReverted: ", partly taken back",
};

function fileLine(file: FileChange, folder: string): string {
  const { id, path, kind, added, removed, state } = file;
  const doubt = isUnannounced(file) ? ", not announced" : "";
  const lines = hasCountedLines(file) ? `${added} added, ${removed} removed` : "lines not known";
  return `${printable(id)} ${kind} ${shortPath(path, folder)}, ${lines}${doubt}${states[state]}`;
}

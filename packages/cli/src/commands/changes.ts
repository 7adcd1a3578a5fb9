import {
  type ChangeTexts,
  counted,
  type FileChange,
  hasCountedLines,
  isUnannounced,
  type PromptChanges,
} from "@idebridge/headless";
import { usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";
import { shortPath } from "../serve/shortPath.ts";
import { type Style, styleFor } from "../style.ts";
import { indented, textTable } from "../textTable.ts";

export const changes = defineCommand({
  name: "changes",
  summary: "List what agents have written without asking",
  usage: "changes [id] [options]",
  arguments: [{ name: "[id]", description: "a change of one file: shows it, with its hunks numbered" }],
  options: {
    keep: {
      type: "boolean",
      description: "Keep the change, or all of the prompt, with that id: it has been seen",
    },
    json: { type: "boolean", description: "Print JSON" },
  },
  description: "Grouped by agent and prompt, the newest last. The ids are for idebridge revert.",
  examples: [
    { line: "idebridge changes", does: "all of them" },
    { line: "idebridge changes k3f9ab.2", does: "one, hunk by hunk" },
    { line: "idebridge changes k3f9ab --keep", does: "all of a prompt is fine as it is" },
  ],
  async run({ values, positionals: [id] }, context) {
    if (values.keep) return keep(id, values.json ?? false, context);
    if (id !== undefined) {
      const texts = await withIdebridge([context.cwd], context, (idebridge) =>
        idebridge.request("changes/read", { id }),
      );
      context.stdout.write(values.json ? `${printableJson(texts, 2)}\n` : await showHunks(texts, context));
      return exitCodes.ok;
    }
    const prompts = await withIdebridge([context.cwd], context, (idebridge) =>
      idebridge.request("changes/list"),
    );
    if (values.json) context.stdout.write(`${printableJson(prompts, 2)}\n`);
    else if (prompts.length === 0)
      context.stdout.write("No agent has written anything here without asking.\n");
    else context.stdout.write(prompts.map((prompt) => showPrompt(prompt, context)).join("\n"));
    return exitCodes.ok;
  },
});

async function keep(id: string | undefined, json: boolean, context: Context): Promise<number> {
  if (id === undefined) throw usageError("Say which change to keep: --keep needs an id");
  const result = await withIdebridge([context.cwd], context, (idebridge) =>
    idebridge.request("changes/keep", { id }),
  );
  const { kept } = result;
  if (json) context.stdout.write(`${printableJson(result)}\n`);
  else if (kept > 0) context.stdout.write(`Kept ${counted(kept, "file")}.\n`);
  else context.stderr.write(`idebridge: There is nothing to keep with the id ${printable(id)}.\n`);
  return kept > 0 ? exitCodes.ok : exitCodes.failed;
}

function showPrompt({ id, client, startedAt, files, notes }: PromptChanges, context: Context): string {
  const style = styleFor(context);
  const who = printable(`${client.name} ${client.version}`.trim());
  const head = `${style.bold(printable(id))}  ${who}  ${style.dim(localTime(startedAt))}\n`;
  const table = textTable(files.map((file) => fileRow(file, context.cwd, style)));
  const remarks = notes.map((note) => `${style.dim(printable(note))}\n`).join("");
  return head + indented(table + remarks);
}

function fileRow(file: FileChange, cwd: string, { green, red, dim, bold }: Style) {
  const marks = { created: "A", modified: "M", deleted: "D" } as const;
  const state =
    file.state === "unseen" ? "" : file.state === "partlyReverted" ? "partly reverted" : file.state;
  const isCounted = hasCountedLines(file);
  const remarks = [
    isCounted ? "" : "lines not known",
    isUnannounced(file) ? "not announced" : "",
    state,
    file.notRevertible ?? "",
  ];
  return [
    { text: printable(file.id), paint: bold },
    marks[file.kind] ?? "?",
    shortPath(file.path, cwd),
    { text: isCounted ? `+${file.added}` : "", paint: green },
    { text: isCounted ? `-${file.removed}` : "", paint: red },
    {
      text: printable(remarks.filter((text) => text !== "").join("; ")),
      paint: dim,
    },
  ];
}

/** Each hunk with its number, as `idebridge revert <id> --hunk <number>` takes it. */
async function showHunks({ change, before, after }: ChangeTexts, context: Context): Promise<string> {
  const style = styleFor(context);
  const head = `${style.bold(shortPath(change.path, context.cwd))}  ${change.kind}, ${change.state}\n`;
  if (change.notRevertible !== undefined) {
    const isSettled = change.state === "kept" || change.state === "reverted";
    const left = isSettled ? "" : `All that is left: idebridge changes ${printable(change.id)} --keep\n`;
    return `${head}${printable(change.notRevertible)}\n${left}`;
  }
  const { diffTexts, splitLines } = await import("@idebridge/review");
  const lines = { before: splitLines(before ?? ""), after: splitLines(after ?? "") };
  const marked = (mark: string, texts: readonly string[]) =>
    texts.map((text) => `${mark}${printable(text.replace(/[\r\n]+$/, ""), { keepLines: true })}`);
  const hunks = diffTexts(before ?? "", after ?? "").map((hunk, index) => [
    style.cyan(`hunk ${index + 1}, line ${hunk.after.start + 1}`),
    ...marked("-", lines.before.slice(hunk.before.start, hunk.before.end)).map(style.red),
    ...marked("+", lines.after.slice(hunk.after.start, hunk.after.end)).map(style.green),
  ]);
  return (
    head +
    hunks
      .flat()
      .map((line) => `${line}\n`)
      .join("")
  );
}

function localTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return printable(iso);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

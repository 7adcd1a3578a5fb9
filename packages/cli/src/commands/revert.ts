import { type ControlClient, type FileChange, isNotRevertible } from "@idebridge/headless";
import { CliError, usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";
import { describeUnannounced, unannouncedOf } from "../unannounced.ts";

export const revert = defineCommand({
  name: "revert",
  summary: "Take back what an agent has written without asking",
  usage: "revert <id> [options]",
  arguments: [
    { name: "<id>", description: 'a change of a file or a whole prompt, as "idebridge changes" lists them' },
  ],
  options: {
    hunk: {
      type: "string",
      multiple: true,
      value: "number",
      description:
        'Only this hunk, as "idebridge changes <id>" numbers them; can be repeated: --hunk 1 --hunk 3',
    },
    unannounced: {
      type: "boolean",
      description: "Also what the agent has not announced, without asking: it may be yours",
    },
    json: { type: "boolean", description: "Print JSON" },
  },
  description:
    "All or nothing: when a file has been changed since, nothing is written. What changed while the agent worked without being announced by it, through a command of the agent or by you, is asked about first.",
  examples: [
    { line: "idebridge revert k3f9ab", does: "all of a prompt" },
    { line: "idebridge revert k3f9ab.2", does: "one file of it" },
    { line: "idebridge revert k3f9ab.2 --hunk 1", does: "one hunk of that" },
  ],
  async run({ values, positionals: [id = ""] }, context) {
    const numbers = values.hunk?.flatMap((text) => text.split(",")).map(hunkNumber);
    const result = await withIdebridge([context.cwd], context, async (idebridge) => {
      const hunks = numbers && { hunks: await hunkIds(idebridge, id, numbers) };
      const doubtful = values.unannounced ? [] : unannouncedOf(await idebridge.request("changes/list"), id);
      const refusal = doubtful.length > 0 ? await refusalOf(doubtful, context) : undefined;
      return refusal ?? idebridge.request("changes/revert", { id, ...hunks });
    });
    if (values.json) context.stdout.write(`${printableJson(result)}\n`);
    if (result.outcome === "reverted") {
      if (!values.json) {
        for (const path of result.paths) context.stdout.write(`Reverted ${printable(path)}.\n`);
        if (result.paths.length === 0) context.stdout.write("The files were as before already.\n");
      }
      return exitCodes.ok;
    }
    if (!values.json) context.stderr.write(`idebridge: ${printable(result.message, { keepLines: true })}\n`);
    return exitCodes.failed;
  },
});

interface Refusal {
  readonly outcome: "unannounced";
  readonly paths: readonly string[];
  readonly message: string;
}

/** `undefined` when somebody sits there and says that these shall be taken back. */
async function refusalOf(files: readonly FileChange[], context: Context): Promise<Refusal | undefined> {
  const paths = files.map(({ path }) => path);
  const list = describeUnannounced(files, context.cwd);
  if (!context.isTTY) {
    const message = `Nothing was written. ${list}Add --unannounced to take that back as well, or revert other files by their ids.`;
    return { outcome: "unannounced", paths, message };
  }
  context.stderr.write(`${list}Take ${files.length === 1 ? "it" : "them"} back? y/N `);
  if (/^y(es)?$/i.test((await typedLine(context)).trim())) return undefined;
  return { outcome: "unannounced", paths, message: "Nothing was written." };
}

async function typedLine({ stdin }: Context): Promise<string> {
  const { createInterface } = await import("node:readline");
  const lines = createInterface({ input: stdin });
  try {
    return await new Promise((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(""));
    });
  } finally {
    lines.close();
  }
}

function hunkNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text.trim())) return Number(text);
  throw usageError(`--hunk takes a number, 1 or more, not ${text}.`);
}

/** Hunks are shown by their number, and have ids of their own. */
async function hunkIds(idebridge: ControlClient, id: string, numbers: readonly number[]): Promise<number[]> {
  const { change, before, after } = await idebridge.request("changes/read", { id });
  // Why not is said by what refuses it.
  if (isNotRevertible(change)) return [];
  const { diffTexts } = await import("@idebridge/review");
  const hunks = diffTexts(before ?? "", after ?? "");
  return numbers.map((number) => {
    const hunk = hunks[number - 1];
    if (hunk) return hunk.id;
    throw new CliError(exitCodes.failed, `There is no hunk ${number}: the change ${id} has ${hunks.length}.`);
  });
}

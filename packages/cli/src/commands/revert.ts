import type { ControlClient } from "@idebridge/headless";
import { CliError, usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";

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
    json: { type: "boolean", description: "Print JSON" },
  },
  description: "All or nothing: when a file has been changed since, nothing is written.",
  examples: [
    { line: "idebridge revert 3f2a", does: "all of a change" },
    { line: "idebridge revert 3f2a --hunk 2", does: "one hunk of it" },
  ],
  async run({ values, positionals: [id = ""] }, context) {
    const numbers = values.hunk?.flatMap((text) => text.split(",")).map(hunkNumber);
    const result = await withIdebridge([context.cwd], context, async (idebridge) =>
      idebridge.request("changes/revert", {
        id,
        ...(numbers && { hunks: await hunkIds(idebridge, id, numbers) }),
      }),
    );
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

function hunkNumber(text: string): number {
  if (/^[1-9]\d*$/.test(text.trim())) return Number(text);
  throw usageError(`--hunk takes a number, 1 or more, not ${text}.`);
}

/** Hunks are shown by their number, and have ids of their own. */
async function hunkIds(idebridge: ControlClient, id: string, numbers: readonly number[]): Promise<number[]> {
  const { before, after } = await idebridge.request("changes/read", { id });
  const { diffTexts } = await import("@idebridge/review");
  const hunks = diffTexts(before ?? "", after ?? "");
  return numbers.map((number) => {
    const hunk = hunks[number - 1];
    if (hunk) return hunk.id;
    throw new CliError(exitCodes.failed, `There is no hunk ${number}: the change ${id} has ${hunks.length}.`);
  });
}

import { usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { fileLocation, linesCutOff, shownLocation } from "../fileLocation.ts";
import { lastLineOf } from "../lastLineOf.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";

/** Farther than any line reaches: idebridge cuts it to the end of the line. */
const endOfLine = 2 ** 31 - 1;

export const select = defineCommand({
  name: "select",
  summary: "Select whole lines of a file, so that the agent sees them",
  usage: "select <file>:<start>[-<end>] [options]",
  arguments: [{ name: "<file>", completes: "files", description: "the file with its lines, counted from 1" }],
  options: { json: { type: "boolean", description: "Print JSON; lines count from 0 there" } },
  description: "Opens the file in the idebridge that serves its folder, or else this folder.",
  examples: [
    { line: "idebridge select src/main.ts:10-20", does: "these lines" },
    { line: "idebridge select src/main.ts:10", does: "one line" },
  ],
  async run({ values, positionals: [file = ""] }, context) {
    const location = fileLocation(file, context.cwd);
    const { path, lines } = location;
    if (location.isFolder) throw usageError(`${path} is a folder: it has no lines.`);
    if (!lines) throw usageError(`Which lines? Write ${file}:10-20.`);
    const range = {
      start: { line: lines.first - 1, character: 0 },
      end: { line: lines.last - 1, character: endOfLine },
    };
    const { selection, paused } = await withIdebridge(
      [location.folder, context.cwd],
      context,
      async (idebridge) => {
        const selected = await idebridge.request("select", { path, range, forAgents: true });
        return { ...selected, paused: (await idebridge.request("status")).paused };
      },
    );
    const last = lastLineOf(selection.range);
    const selected = printable(shownLocation({ path, lines: { first: lines.first, last } }));
    const remarks =
      linesCutOff(lines, { last }) + (paused ? " Sharing is paused: agents are told when it goes on." : "");
    context.stdout.write(values.json ? `${printableJson(selection)}\n` : `Selected ${selected}.${remarks}\n`);
    return exitCodes.ok;
  },
});

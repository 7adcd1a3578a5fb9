import { CliError, usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { fileLocation, shownLocation } from "../fileLocation.ts";
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
    if (!lines) throw usageError(`Which lines? Write ${file}:10-20.`);
    const selection = await withIdebridge([location.folder, context.cwd], context, async (idebridge) => {
      const { text } = await idebridge.request("documents/open", { path, line: lines.first - 1 });
      const count = text.replace(/(?:\r\n|\r|\n)$/, "").split(/\r\n|\r|\n/).length;
      if (lines.first > count) throw new CliError(exitCodes.failed, `${path} has only ${count} lines.`);
      const range = {
        start: { line: lines.first - 1, character: 0 },
        end: { line: lines.last - 1, character: endOfLine },
      };
      return (await idebridge.request("select", { path, range })).selection;
    });
    const last = selection.range.end.line + 1;
    if (values.json) context.stdout.write(`${printableJson(selection)}\n`);
    else
      context.stdout.write(
        `Selected ${printable(shownLocation({ path, lines: { first: lines.first, last } }))}.\n`,
      );
    return exitCodes.ok;
  },
});

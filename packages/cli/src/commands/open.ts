import { usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { fileLocation, shownLocation } from "../fileLocation.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";

export const open = defineCommand({
  name: "open",
  summary: "Open a file in the running idebridge",
  usage: "open <file>[:<line>] [options]",
  arguments: [{ name: "<file>", completes: "files", description: "the file, with a line counted from 1" }],
  options: { json: { type: "boolean", description: "Print JSON" } },
  description: "In the idebridge that serves the folder of the file, or else this folder.",
  examples: [
    { line: "idebridge open src/main.ts", does: "the file" },
    { line: "idebridge open src/main.ts:10", does: "with the cursor in this line" },
  ],
  async run({ values, positionals: [file = ""] }, context) {
    const location = fileLocation(file, context.cwd);
    const { path, lines } = location;
    if (location.isFolder) throw usageError(`${path} is a folder. To serve it: idebridge ${file}`);
    await withIdebridge([location.folder, context.cwd], context, (idebridge) =>
      idebridge.request("documents/open", { path, ...(lines && { line: lines.first - 1 }) }),
    );
    const shown = shownLocation({ path, lines: lines && { first: lines.first, last: lines.first } });
    const told = values.json
      ? printableJson({ path, line: lines?.first ?? null })
      : `Opened ${printable(shown)}.`;
    context.stdout.write(`${told}\n`);
    return exitCodes.ok;
  },
});

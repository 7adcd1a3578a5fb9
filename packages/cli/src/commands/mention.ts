import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { fileLocation, shownLocation } from "../fileLocation.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";

export const mention = defineCommand({
  name: "mention",
  summary: "Put a file, some of its lines or a folder into the agent's prompt",
  usage: "mention <file>[:<start>[-<end>]] [options]",
  arguments: [
    { name: "<file>", completes: "files", description: "the file or folder, with lines counted from 1" },
  ],
  options: { json: { type: "boolean", description: "Print JSON" } },
  description: "Tells the idebridge that serves the folder of the file, or else this folder.",
  examples: [
    { line: "idebridge mention src/main.ts", does: "the whole file" },
    { line: "idebridge mention src/main.ts:10-20", does: "these lines" },
  ],
  async run({ values, positionals: [file = ""] }, context) {
    const location = fileLocation(file, context.cwd);
    const { path, lines } = location;
    const { outcome } = await withIdebridge([location.folder, context.cwd], context, (idebridge) =>
      idebridge.request("mention", {
        path,
        ...(lines && { lines: { first: lines.first - 1, last: lines.last - 1 } }),
      }),
    );
    if (values.json) context.stdout.write(`${printableJson({ outcome, path, lines: lines ?? null })}\n`);
    else {
      const waits = outcome === "queued" ? " No agent is connected: it waits for one for a while." : "";
      context.stdout.write(`Mentioned ${printable(shownLocation(location))}.${waits}\n`);
    }
    return exitCodes.ok;
  },
});

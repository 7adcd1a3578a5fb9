import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { fileLocation, linesCutOff, shownLocation } from "../fileLocation.ts";
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
    const { path, lines: wanted } = location;
    const mentioned = await withIdebridge([location.folder, context.cwd], context, (idebridge) =>
      idebridge.request("mention", {
        path,
        ...(wanted && { lines: { first: wanted.first - 1, last: wanted.last - 1 } }),
      }),
    );
    const { outcome } = mentioned;
    const lines = wanted && { ...wanted, last: (mentioned.lines?.last ?? wanted.last - 1) + 1 };
    if (values.json) context.stdout.write(`${printableJson({ outcome, path, lines: lines ?? null })}\n`);
    else {
      const waits = outcome === "queued" ? " No agent is connected: it waits for one for a while." : "";
      const shown = printable(shownLocation({ path, lines }));
      context.stdout.write(`Mentioned ${shown}.${linesCutOff(wanted, lines)}${waits}\n`);
    }
    return exitCodes.ok;
  },
});

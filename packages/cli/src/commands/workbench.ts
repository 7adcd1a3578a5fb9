import { CliError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { withIdebridge } from "../runningIdebridge.ts";

export const workbench = defineCommand({
  name: "workbench",
  summary: "Open the page of the idebridge that runs for this folder",
  usage: "workbench [options]",
  arguments: [],
  options: {
    "no-open": { type: "boolean", description: "Tell the link, and open nothing" },
    json: { type: "boolean", description: "The link as JSON, for scripts; opens nothing" },
  },
  description:
    "Reviews, changes, an editor, who is connected and what they say, in the browser. The page is served on 127.0.0.1 only; " +
    "the link works once, for about two minutes, and lets one browser in until it signs out.",
  examples: [
    { line: "idebridge workbench", does: "open it" },
    {
      line: "idebridge workbench --no-open",
      does: "tell the link, to open it elsewhere: over ssh, on a phone",
    },
  ],
  async run({ values }, context) {
    const wantsFile = !values.json && !values["no-open"];
    const link = await withIdebridge([context.cwd], context, (idebridge) =>
      idebridge.request("workbench/link", { file: wantsFile }),
    );
    if (values.json) {
      context.stdout.write(`${JSON.stringify(link)}\n`);
      return exitCodes.ok;
    }
    const { openWorkbench } = await import("../workbench/openWorkbench.ts");
    const { isOpen, lines } = await openWorkbench(link, context, { noOpen: values["no-open"] ?? false });
    if (lines.length > 0) context.stdout.write(`${lines.join("\n")}\n`);
    if (isOpen || context.isTTY) return exitCodes.ok;
    throw new CliError(
      exitCodes.failed,
      "The link is a key: it is shown on a terminal only. In a script, ask for it with --json",
    );
  },
});

import { connectControl } from "@idebridge/headless";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { FrontEnd } from "../serve/frontEnd.ts";

export const review = defineCommand({
  name: "review",
  summary: "Review changes of the idebridge that runs for this folder",
  usage: "review [options]",
  arguments: [],
  options: { once: { type: "boolean", description: "End when nothing is left to decide" } },
  description:
    "Any number of terminals may be attached at once. The first decision counts, and the others see it.",
  examples: [
    { line: "idebridge review", does: "attach this terminal, in another pane or another ssh session" },
  ],
  async run({ values }, context) {
    const control = await connectControl({ cwd: context.cwd, env: context.env, name: "terminal" });
    try {
      const ended = await new FrontEnd(control, context).run({ once: values.once ?? false });
      if (ended === "stopped") context.stdout.write("idebridge has stopped.\n");
      return exitCodes.ok;
    } finally {
      control.close();
    }
  },
});

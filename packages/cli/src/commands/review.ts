import { defineCommand } from "../command.ts";
import { attachTerminal } from "../serve/attachTerminal.ts";

export const review = defineCommand({
  name: "review",
  summary: "Review changes of the idebridge that runs for this folder",
  usage: "review [options]",
  arguments: [],
  options: {
    once: { type: "boolean", description: "End when nothing is left to decide" },
    plain: { type: "boolean", description: "Ask line by line, for screen readers and simple terminals" },
  },
  description:
    "Any number of terminals may be attached at once. The first decision counts, and the others see it. The keys are shown with ?.",
  examples: [
    { line: "idebridge review", does: "attach this terminal, in another pane or another ssh session" },
    { line: "idebridge review --plain", does: "the same line by line, without a screen" },
  ],
  run: ({ values }, context) =>
    attachTerminal({ cwd: context.cwd, once: values.once ?? false, isPlain: values.plain ?? false }, context),
});

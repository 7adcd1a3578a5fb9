import { type ControlClient, connectControl } from "@idebridge/headless";
import { CliError } from "../cliError.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { requireSettings } from "../settings/loadSettings.ts";
import { isPlain, openScreen } from "./openScreen.ts";
import { PlainFrontEnd } from "./plainFrontEnd.ts";

export interface AttachOptions {
  /** A folder that the idebridge serves, or one below. */
  readonly cwd: string;
  readonly once: boolean;
  /** Line by line, whatever the settings say. */
  readonly isPlain: boolean;
}

/** This terminal as one more front end of an idebridge that runs already. Returns the exit code. */
export async function attachTerminal(options: AttachOptions, context: Context): Promise<number> {
  const { cwd, once } = options;
  const connect = () => connectControl({ cwd, env: context.env, name: "terminal" });
  const settings = await requireSettings(cwd, context.env);
  const control = await connect();
  if (options.isPlain || isPlain(settings.review, context)) {
    try {
      const ended = await new PlainFrontEnd(control, context).run({ once });
      if (ended === "stopped") context.stdout.write("idebridge has stopped.\n");
      if (ended === "left" && !context.isTTY) throw await nobodyAnswers(control);
    } finally {
      control.close();
    }
    return exitCodes.ok;
  }
  const screen = await openScreen(
    { control, reconnect: connect },
    { once, ownsIdebridge: false },
    settings,
    context,
  );
  if ((await screen.run()) === "stopped") context.stdout.write("idebridge has stopped.\n");
  return exitCodes.ok;
}

/** The input has ended, as that of a script has: what waits goes on waiting. */
async function nobodyAnswers(control: ControlClient): Promise<CliError> {
  const { length } = await control.request("reviews/list");
  const waiting = length === 0 ? "" : length === 1 ? " 1 change waits." : ` ${length} changes wait.`;
  return new CliError(
    exitCodes.failed,
    `The input has ended: nobody can decide here.${waiting} Run it on a terminal, or open the page: idebridge workbench`,
  );
}

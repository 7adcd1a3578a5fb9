import { isAbsolute, relative } from "node:path";
import type { ControlClient } from "@idebridge/headless";
import { CliError } from "./cliError.ts";
import type { Context } from "./context.ts";
import { exitCodes } from "./exitCodes.ts";

/**
 * Talks to the idebridge that serves one of these folders, or one above it; the first that has one counts.
 * The line is closed when `talk` has ended.
 */
export async function withIdebridge<Result>(
  folders: readonly string[],
  { env, cwd: here }: Context,
  talk: (idebridge: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { connectControl, findInstance } = await import("@idebridge/headless");
  const cwd = folders.find((folder) => findInstance(folder, env)) ?? whereToStart(folders[0]!, here);
  const idebridge = await connectControl({ cwd, env, name: "command line" });
  try {
    return await talk(idebridge);
  } finally {
    idebridge.close();
    await idebridge.closed;
  }
}

/** The folder to name when there is none: this one, if it would do, rather than some folder deep below. Else either. */
function whereToStart(folder: string, here: string): string {
  const path = relative(here, folder);
  if (!path.startsWith("..") && !isAbsolute(path)) return here;
  throw new CliError(
    exitCodes.nothingFound,
    `No idebridge runs for ${folder}, nor here, for ${here}. Start one in either: idebridge`,
  );
}

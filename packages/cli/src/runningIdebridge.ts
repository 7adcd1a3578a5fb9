import type { ControlClient } from "@idebridge/headless";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform } from "@idebridge/sdk/node";
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
  const served = folders.find((folder) => findInstance(folder, env));
  if (served === undefined && !isInside(here, folders[0]!, currentPlatform()))
    throw neitherThereNorHere(folders[0]!, here);
  // None at all: this folder is named, rather than some folder deep below.
  const idebridge = await connectControl({ cwd: served ?? here, env, name: "command line" });
  try {
    return await talk(idebridge);
  } finally {
    idebridge.close();
    await idebridge.closed;
  }
}

function neitherThereNorHere(folder: string, here: string): CliError {
  return new CliError(
    exitCodes.nothingFound,
    `No idebridge runs for ${folder}, nor here, for ${here}. Start one in either: idebridge`,
  );
}

import type { ControlClient } from "@idebridge/headless";
import type { Context } from "./context.ts";

/**
 * Talks to the idebridge that serves one of these folders, or one above it; the first that has one counts.
 * The line is closed when `talk` has ended.
 */
export async function withIdebridge<Result>(
  folders: readonly string[],
  { env }: Context,
  talk: (idebridge: ControlClient) => Promise<Result>,
): Promise<Result> {
  const { connectControl, findInstance } = await import("@idebridge/headless");
  const cwd = folders.find((folder) => findInstance(folder, env)) ?? folders[0]!;
  const idebridge = await connectControl({ cwd, env, name: "command line" });
  try {
    return await talk(idebridge);
  } finally {
    idebridge.close();
    await idebridge.closed;
  }
}

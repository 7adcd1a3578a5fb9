import { IdeBridgeError } from "@idebridge/sdk";
import type { Environment } from "@idebridge/sdk/node";
import { type Instance, isOwnProcess, readInstance } from "./instance.ts";
import { isHanging, notAnswering } from "./notAnswering.ts";

/** The folder has its idebridge already: attach to that one. */
export class AlreadyRunning extends IdeBridgeError {
  readonly instance: Instance;

  constructor(instance: Instance) {
    super(
      "PORT_IN_USE",
      `idebridge runs for ${instance.folders[0]} already (pid ${instance.pid}, port ${instance.port})`,
    );
    this.instance = instance;
  }
}

/** One idebridge a folder: a second would be a second lock, and Claude Code would connect to neither. */
export async function assertFree(folders: readonly string[], env: Environment): Promise<void> {
  for (const folder of folders) {
    const instance = readInstance(folder, env);
    if (instance?.pid === undefined || instance.pid === process.pid || !isOwnProcess(instance.pid)) continue;
    const { ControlClient } = await import("./control/controlClient.ts");
    try {
      const client = await ControlClient.open(instance, "start");
      client.close();
    } catch (error) {
      if (isHanging(error)) throw notAnswering(instance, error);
      // A process of that number lives, but it is none of ours.
      continue;
    }
    throw new AlreadyRunning(instance);
  }
}

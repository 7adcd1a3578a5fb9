import type { Environment } from "@idebridge/sdk/node";
import { type Instance, isOwnProcess, readInstance, writeInstanceOf } from "./instance.ts";

/** How often to look whether the folder still knows of us. */
const guardMilliseconds = 3_000;

/** Puts it back when somebody has deleted it, or had the folder too and is gone: nobody would find us any more. */
export function keepInstance(instance: Instance, env: Environment): () => void {
  const guard = setInterval(() => {
    for (const folder of instance.folders) {
      const pid = readInstance(folder, env)?.pid;
      if (pid !== undefined && isOwnProcess(pid)) continue;
      try {
        writeInstanceOf(folder, instance, env);
      } catch {
        // The disk may be full: next time.
      }
    }
  }, guardMilliseconds);
  guard.unref();
  return () => clearInterval(guard);
}

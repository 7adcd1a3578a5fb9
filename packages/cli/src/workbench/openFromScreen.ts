import { spawn } from "node:child_process";
import type { ControlClient } from "@idebridge/headless";
import type { Context } from "../context.ts";
import { openWorkbench } from "./openWorkbench.ts";

/** Lends the terminal out while something else uses it. */
export type Suspend = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Opens the workbench from the screen. Where no browser can be opened, the link is shown below the screen until Enter is
 * pressed: it is too long for a line of it, and must be copied. Resolves to whether a browser opens.
 */
export async function openFromScreen(
  control: ControlClient,
  context: Context,
  whileSuspended: Suspend,
): Promise<boolean> {
  const link = await control.request("workbench/link", { file: true });
  const { isOpen, lines } = await openWorkbench(link, context);
  if (isOpen) return true;
  await whileSuspended(() => {
    context.stdout.write(`${[...lines, "Enter brings the screen back."].join("\n")}\n`);
    return enter();
  });
  return false;
}

/** Another program reads it: what this one reads goes to the screen. */
function enter(): Promise<void> {
  return new Promise((resolve) => {
    const shell = spawn("sh", ["-c", "read -r _"], { stdio: "inherit" });
    shell.once("error", () => resolve()).once("exit", () => resolve());
  });
}

import { type Browser, chromium } from "playwright-core";
import { chromiumFlags } from "./chromium.ts";

let running: Promise<Browser> | undefined;

/** Debian's Chromium, one for all tests of a file. */
export function browser(): Promise<Browser> {
  running ??= chromium.launch({
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [...chromiumFlags],
  });
  return running;
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}

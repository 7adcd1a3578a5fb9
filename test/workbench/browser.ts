import { type Browser, chromium } from "playwright-core";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let running: Promise<Browser> | undefined;

/** Debian's Chromium, one for all tests of a file. */
export function browser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args: flags });
  return running;
}

export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}

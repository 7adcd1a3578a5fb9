import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Chromium extends AsyncDisposable {
  readonly context: BrowserContext;
  /** Where it keeps its history and all else. */
  readonly profile: string;
}

/** Debian's Chromium, with a profile that nobody has used. */
export async function launchChromium(...moreFlags: readonly string[]): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), "idebridge-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: [...chromiumFlags, ...moreFlags],
    env: { PATH: "/usr/bin:/bin", HOME: profile, LANG: "C.UTF-8" },
  });
  return {
    context,
    profile,
    async [Symbol.asyncDispose]() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

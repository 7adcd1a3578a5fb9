import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ModelApi } from "./modelApi.ts";

const madeUpKey = "sk-ant-api03-made-up-key-of-the-idebridge-tests";

/** Only what is named here reaches the client: nothing of the surrounding environment may. */
export function claudeEnvironment(home: string, api: ModelApi): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    HOME: home,
    ANTHROPIC_API_KEY: madeUpKey,
    ANTHROPIC_BASE_URL: api.url,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    // 2.0.77 asks npm for its newest version all the same.
    npm_config_offline: "true",
  };
}

interface StoredConfig {
  readonly projects?: Readonly<Record<string, { readonly hasTrustDialogAccepted?: boolean }>>;
  readonly [key: string]: unknown;
}

/** Answers every question of a first run beforehand, in `$HOME/.claude.json`. */
export async function writeClaudeConfig(home: string, workspace: string): Promise<void> {
  const file = path.join(home, ".claude.json");
  const before = await readFile(file, "utf8").then(
    (text) => JSON.parse(text) as StoredConfig,
    (): StoredConfig => ({}),
  );
  // A client that already runs in this home rewrites the file as it goes: leave it alone.
  if (before.projects?.[workspace]?.hasTrustDialogAccepted === true) return;
  const after = {
    ...before,
    hasCompletedOnboarding: true,
    theme: "dark",
    // Else picking an IDE in `/ide` is followed by a second question.
    hasIdeAutoConnectDialogBeenShown: true,
    // Else every version tries to clone its plugin marketplace from the internet.
    officialMarketplaceAutoInstallAttempted: true,
    officialMarketplaceAutoInstalled: true,
    customApiKeyResponses: { approved: [madeUpKey.slice(-20)], rejected: [] },
    projects: {
      ...before.projects,
      [workspace]: {
        ...before.projects?.[workspace],
        hasTrustDialogAccepted: true,
        hasCompletedProjectOnboarding: true,
      },
    },
  };
  await mkdir(path.join(home, ".claude", "ide"), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(after, null, 2), { mode: 0o600 });
}

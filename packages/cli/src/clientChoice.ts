import { basename, dirname } from "node:path";
import type { FoundIde } from "@idebridge/sdk";
import type { Context } from "./context.ts";

/** Which IDE a Claude Code in the folder would connect to by itself, and why. */
export interface ClientChoice {
  readonly ide: FoundIde | undefined;
  readonly why: string;
}

/** As the real client was seen to choose: the port in the environment, else the only live match. */
export function clientChoice(found: readonly FoundIde[], env: Context["env"]): ClientChoice {
  const candidates = found.filter((ide) => ide.isAlive && isForClaude(ide));
  const wantedPort = Number(env.CLAUDE_CODE_SSE_PORT);
  if (env.CLAUDE_CODE_SSE_PORT) {
    const ide = candidates.find(({ port }) => port === wantedPort);
    if (ide) return { ide, why: "CLAUDE_CODE_SSE_PORT names it" };
  }
  const matching = candidates.filter(({ matches }) => matches);
  if (matching.length === 1)
    return { ide: matching[0], why: 'it is the only one for this folder ("claude --ide")' };
  if (matching.length > 1) {
    return { ide: undefined, why: `${matching.length} IDEs have this folder open: choose one with /ide` };
  }
  return { ide: undefined, why: "no running IDE has this folder open" };
}

/** Claude Code reads `<config>/ide/<port>.lock` only; other clients also look elsewhere. */
function isForClaude({ lockFile }: FoundIde): boolean {
  return basename(dirname(lockFile)) === "ide" && lockFile.endsWith(".lock");
}

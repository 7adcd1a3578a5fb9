import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { examine, installClaude, serveIn, wrong } from "./doctorsPatient.ts";
import { Place, type RunOptions } from "./place.ts";

describe("the client", () => {
  it("is asked for its version, with patience but not too much", async () => {
    using place = new Place();
    await using _ = await serveIn(place);
    const told = async (script?: string) => {
      if (script) installClaude(place, script);
      return (await examine(place)).of("client").map(({ level, what }) => `${level}: ${what}`);
    };
    expect([
      await told(),
      await told("echo hello"),
      await told("exit 1"),
      await told("echo '2.1.325 (Claude Code)'"),
    ]).toEqual([
      ["note: There is no claude on the PATH."],
      ["note: claude --version does not tell a version."],
      ["note: claude --version does not tell a version."],
      ["ok: Claude Code 2.1.325 is on the PATH."],
    ]);
  });

  it("needs --ide when it is old, whatever the environment says", async () => {
    using place = new Place();
    await using server = await serveIn(place);
    const env = { ...place.env, CLAUDE_CODE_SSE_PORT: String(server.port) };
    const found = async (version: string, options: RunOptions) => {
      installClaude(place, `echo '${version} (Claude Code)'`);
      return wrong((await examine(place, [], options)).findings);
    };
    expect([
      await found("2.0.77", { env }),
      await found("2.1.100", { env }),
      await found("2.0.77", {}),
    ]).toEqual([["clientNeedsFlag warning"], [], []]);
  });

  it.each([
    ["2.1.325", {}, "note auto"],
    ["2.1.100", {}, undefined],
    ["2.1.100", { user: "acceptEdits" }, "note acceptEdits"],
    ["2.1.325", { user: "default" }, "ok default"],
    ["2.1.100", { user: "acceptEdits", project: "plan" }, "ok plan"],
    ["2.1.100", { project: "plan", local: "bypassPermissions" }, "note bypassPermissions"],
  ])("%s with %j starts in the mode: %s", async (version, modes: Record<string, string>, expected) => {
    using place = new Place();
    installClaude(place, `echo '${version} (Claude Code)'`);
    const files: Record<string, string> = {
      user: join(place.home, ".claude", "settings.json"),
      project: place.path(".claude/settings.json"),
      local: place.path(".claude/settings.local.json"),
    };
    for (const [scope, defaultMode] of Object.entries(modes))
      place.write(files[scope]!, JSON.stringify({ permissions: { defaultMode } }));
    const [found] = (await examine(place)).of("permissionMode");
    expect(found && `${found.level} ${/in the mode (\w+)/.exec(found.what)?.[1]}`).toBe(expected);
  });
});

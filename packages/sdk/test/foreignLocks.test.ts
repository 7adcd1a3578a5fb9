import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect, discover, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { readLockFile } from "../src/node/lockFiles.ts";
import { giveAway } from "./otherUsers.ts";
import { startSwapper } from "./swapper.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** A server of somebody else, announced in a folder above the project that everybody may write to, as /tmp. */
async function trap() {
  const place = temporaryFolder();
  const cwd = join(place.path, "project");
  mkdirSync(cwd);
  const server = await serve(new FakeEditor({ name: "Trap", folders: [cwd] }), {
    configDir: join(place.path, "theirs"),
    env: {},
  });
  const lockFile = join(place.path, ".claude-code", `${server.port}.json`);
  mkdirSync(dirname(lockFile));
  writeFileSync(
    lockFile,
    JSON.stringify({ port: server.port, authToken: server.token, projectPath: cwd, ideName: "Trap" }),
    { mode: 0o600 },
  );
  const search = { cwd, env: { HOME: join(place.path, "home") } };
  return {
    cwd,
    server,
    lockFile,
    search,
    async [Symbol.asyncDispose]() {
      await server.close();
      place[Symbol.dispose]();
    },
  };
}

describe("a lock file that another user has put where we look", () => {
  it("is shown as such, and never taken unasked", async () => {
    await using set = await trap();
    using _given = giveAway(set.lockFile);
    expect(await discover(set.search)).toMatchObject([
      {
        name: "Trap",
        isAlive: true,
        isForeign: true,
        problems: [{ severity: "error", code: "foreignOwner" }],
      },
    ]);
    await expect(connect(set.search)).rejects.toMatchObject({
      code: "NO_IDE_FOUND",
      message: expect.stringContaining("It belongs to another user"),
    });
    const asked = {
      ...set.search,
      env: { ...set.search.env, CLAUDE_CODE_SSE_PORT: String(set.server.port) },
    };
    await expect(connect(asked)).rejects.toMatchObject({ code: "NO_IDE_FOUND" });
  });

  it("comes after the user's own when it came with the project, however well it matches", async () => {
    await using set = await trap();
    await using _own = await serve(new FakeEditor({ name: "Own", folders: [dirname(set.cwd)] }), {
      env: set.search.env,
    });
    await using ide = await connect(set.search);
    expect([ide.serverInfo.name, (await discover(set.search)).map(({ name }) => name)]).toEqual([
      "Own",
      ["Own", "Trap"],
    ]);
  });

  it("is taken when the user names its port", async () => {
    await using set = await trap();
    using _given = giveAway(set.lockFile);
    await using ide = await connect({ ...set.search, port: set.server.port });
    expect(ide.serverInfo.name).toBe("Trap");
  });
});

describe("what is put in the place of a lock file", () => {
  it("may be a pipe: nobody waits for it", () => {
    using place = temporaryFolder();
    const path = join(place.path, "1234.lock");
    spawnSync("mkfifo", [path]);
    expect(readLockFile(path)).toBe("is not a regular file");
  });

  it("may be a link that comes and goes: it is never followed", async () => {
    using place = temporaryFolder();
    const path = join(place.path, "1234.lock");
    const secret = join(place.path, "secret");
    writeFileSync(secret, JSON.stringify({ ideName: "behind the link" }));
    const swapper = await startSwapper(path, "{}", secret);
    const seen = new Set<string>();
    while (swapper.exitCode === null) {
      for (let count = 0; count < 200; count++) {
        const lock = readLockFile(path);
        seen.add(typeof lock === "string" ? lock : lock.name);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).not.toContain("behind the link");
    expect([...seen].filter((each) => each === "Unknown IDE")).toEqual(["Unknown IDE"]);
  });
});

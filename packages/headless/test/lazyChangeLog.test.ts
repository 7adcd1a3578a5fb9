import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Sharing } from "@idebridge/sdk/core";
import { expect, test } from "vitest";
import { ChangeRecording } from "../src/changes/changeRecording.ts";
import { lazyChangeLog } from "../src/changes/lazyChangeLog.ts";
import { makeClient, Workspace } from "./changesWorkspace.ts";

const client = makeClient();

/** A log that is opened when it is needed, and what people are told by it. */
function recordingIn({ folder, stateDir, env }: Workspace) {
  const told: string[] = [];
  const logger = {
    warn: (message: string) => told.push(`logged: ${message}`),
    error: (message: string) => told.push(`logged: ${message}`),
  };
  const rules = new Sharing({}, { platform: "posix", folders: () => [folder], realPath: (path) => path });
  const log = lazyChangeLog({
    folders: [folder],
    stateDir,
    env,
    rules: () => rules,
    megabytes: undefined,
    logger,
    agents: () => [],
    tell: (event) => event.type === "warning" && told.push(event.message),
  });
  return { log, recording: new ChangeRecording(log, logger), told };
}

const cannot = "What agents write now cannot be taken back later, as it cannot be recorded.";

test("that changes cannot be recorded is told once, with what to do", async () => {
  await using workspace = await Workspace.make({ "a.ts": "1\n", "b.ts": "1\n" });
  const { log: open, told } = recordingIn(workspace);
  await using log = await open();
  log.clientConnected(client);
  await log.settled();
  await rm(join(workspace.stateDir, "blobs"), { recursive: true });
  await writeFile(join(workspace.stateDir, "blobs"), "");
  for (const name of ["a.ts", "b.ts"]) {
    await log.writeAnnounced(client, workspace.path(name));
    await workspace.write(name, "2\n");
    log.writesMayHaveEnded(client);
    await expect(log.settled()).rejects.toThrow("ENOTDIR");
  }
  expect(told).toEqual([
    `${cannot} ${workspace.stateDir} cannot be written (ENOTDIR): make it writable, or name another place with XDG_STATE_HOME.`,
  ]);
});

test("that the log cannot be opened is told once, whoever needs it", async () => {
  await using workspace = await Workspace.make();
  await writeFile(workspace.stateDir, "");
  const { recording, told } = recordingIn(workspace);
  await recording.serverEvent({ type: "clientReady", client });
  await recording.diagnosticsAsked(workspace.path("a.ts"), { client, signal: new AbortController().signal });
  expect(told).toEqual([expect.stringMatching(`^${cannot}.*XDG_STATE_HOME\\.$`)]);
});

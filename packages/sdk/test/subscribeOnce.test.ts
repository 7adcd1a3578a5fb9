import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EditorEvent, serve } from "@idebridge/sdk";
import { expect, it } from "vitest";

it("is content with an editor that keeps one listener, and follows its folders", async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), "idebridge-subscribe-")));
  let folders = [home];
  let subscriptions = 0;
  let tell: ((event: EditorEvent) => void) | undefined;
  const editor = {
    name: "Simple",
    workspaceFolders: () => folders,
    subscribe(listener: (event: EditorEvent) => void) {
      subscriptions++;
      tell = listener;
      return () => {
        tell = undefined;
      };
    },
  };
  const server = await serve(editor, { env: { HOME: home } });
  folders = [join(home, "other")];
  tell?.({ type: "workspaceFolders" });
  const { workspaceFolders } = JSON.parse(await readFile(server.lockFile, "utf8"));
  await server.close();
  await rm(home, { recursive: true });

  expect({ subscriptions, workspaceFolders, tell }).toEqual({
    subscriptions: 1,
    workspaceFolders: folders,
    tell: undefined,
  });
});

import { spawnSync } from "node:child_process";
import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import type { Place } from "./place.ts";

/** The number of a process that has ended. */
export const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;

/** A running IDE, without an editor behind it. */
export async function serveFake(place: Place, name = "Fake Editor", folders = [place.folder]) {
  const editor = new FakeEditor({ name, folders, files: { [place.path("a.ts")]: "one\ntwo\n" } });
  return { editor, server: await serve(editor, { ...place.options, selectionMilliseconds: 1 }) };
}

import { spawnSync } from "node:child_process";
import type { HeadlessIde } from "@idebridge/headless";
import type { Context } from "../context.ts";

/** Opens a pane below for reviews, whenever there is something to review. False when not inside tmux. */
export function showReviewsInTmux(ide: HeadlessIde, { env, cwd }: Context): boolean {
  const { TMUX, TMUX_PANE } = env;
  if (!TMUX) return false;
  let pane: string | undefined;
  ide.subscribe((event) => {
    if (event.type !== "reviewOpened" || (pane !== undefined && isOpen(pane, env))) return;
    pane = openPane(TMUX_PANE, cwd, env);
  });
  return true;
}

function openPane(beside: string | undefined, cwd: string, env: Context["env"]): string | undefined {
  const command = [process.execPath, process.argv[1]!, "review", "--once"];
  const target = beside === undefined ? [] : ["-t", beside];
  // `-d`: the focus stays where the user types, so that no key meant for the program decides a review.
  const { status, stdout } = tmux(
    [
      "split-window",
      "-d",
      "-v",
      "-l",
      "14",
      "-c",
      cwd,
      "-P",
      "-F",
      "#{pane_id}",
      ...target,
      "--",
      ...command,
    ],
    env,
  );
  return status === 0 ? stdout.trim() : undefined;
}

function isOpen(pane: string, env: Context["env"]): boolean {
  const { status, stdout } = tmux(["list-panes", "-a", "-F", "#{pane_id}"], env);
  return status === 0 && stdout.split("\n").includes(pane);
}

function tmux(args: readonly string[], env: Context["env"]) {
  return spawnSync("tmux", args, { env: env as NodeJS.ProcessEnv, encoding: "utf8" });
}

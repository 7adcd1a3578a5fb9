import { spawnSync } from "node:child_process";
import type { HeadlessIde } from "@idebridge/headless";
import type { Context } from "../context.ts";

/** Of the pane that is divided: a review and what it is about must both be readable. */
const fewestRows = 24;
/** A pane that has nothing left to show is gone within this time. */
const leavingMilliseconds = 1_000;

/** Opens a pane below whenever there is something to review, or code to be asked about. False when not inside tmux. */
export function showReviewsInTmux(
  ide: Pick<HeadlessIde, "subscribe">,
  isPlain: boolean,
  { env, cwd }: Context,
): boolean {
  const { TMUX, TMUX_PANE } = env;
  if (!TMUX) return false;
  let pane: string | undefined;
  const waiting = new Set<string>();
  const show = (what: string) => {
    if (!waiting.has(what) || (pane !== undefined && isOpen(pane, env))) return;
    pane = openPane(TMUX_PANE, isPlain ? ["--plain"] : [], cwd, env);
  };
  ide.subscribe((event) => {
    if (event.type === "reviewClosed") waiting.delete(`review ${event.id}`);
    if (event.type === "executionDecided") waiting.delete(`code ${event.id}`);
    if (event.type === "executionEnded") waiting.delete(`code ${event.execution.id}`);
    if (event.type !== "reviewOpened" && event.type !== "executionAsked") return;
    const what = event.type === "reviewOpened" ? `review ${event.review.id}` : `code ${event.execution.id}`;
    waiting.add(what);
    show(what);
    // The pane that is there may have nothing left to show, and be about to go: then this one would never be seen.
    setTimeout(() => show(what), leavingMilliseconds).unref();
  });
  return true;
}

function openPane(
  beside: string | undefined,
  options: readonly string[],
  cwd: string,
  env: Context["env"],
): string | undefined {
  // Not by tmux's own -c: it runs what stands there between #( and ), and a folder may be called that.
  const inFolder = ["sh", "-c", 'cd -- "$1" && shift && exec "$@"', "sh", cwd];
  const command = ["--", ...inFolder, process.execPath, process.argv[1]!, "review", "--once", ...options];
  const target = beside === undefined ? [] : ["-t", beside];
  // A pane has the environment of the tmux server: it would look for us elsewhere.
  const variables = ["HOME", "XDG_STATE_HOME"].flatMap((name) =>
    env[name] === undefined ? [] : ["-e", `${name}=${env[name]}`],
  );
  // `-d`: the focus stays where the user types, so that no key meant for the program decides a review.
  const common = ["-d", "-P", "-F", "#{pane_id}", ...variables];
  const rows = paneRows(target, env);
  if (rows >= fewestRows) {
    const size = String(Math.max(14, Math.floor(rows * 0.45)));
    const split = tmux(["split-window", "-v", "-l", size, ...common, ...target, ...command], env);
    if (split.status === 0) return split.stdout.trim();
  }
  // No room for a pane there.
  const { status, stdout } = tmux(["new-window", ...common, "-n", "review", ...command], env);
  return status === 0 ? stdout.trim() : undefined;
}

function paneRows(target: readonly string[], env: Context["env"]): number {
  return Number(tmux(["display-message", "-p", ...target, "#{pane_height}"], env).stdout) || 0;
}

function isOpen(pane: string, env: Context["env"]): boolean {
  const { status, stdout } = tmux(["list-panes", "-a", "-F", "#{pane_id}"], env);
  return status === 0 && stdout.split("\n").includes(pane);
}

function tmux(args: readonly string[], env: Context["env"]) {
  return spawnSync("tmux", args, { env: env as NodeJS.ProcessEnv, encoding: "utf8" });
}

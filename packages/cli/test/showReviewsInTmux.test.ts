import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { showReviewsInTmux } from "../src/serve/showReviewsInTmux.ts";
import { FakeControl } from "./fakeControl.ts";
import { Place } from "./place.ts";
import { pending } from "./screen/desk.ts";

/** A tmux that only keeps a list of its panes. */
const tmux = `#!/bin/sh
case $1 in
  list-panes) cat "$HOME/panes";;
  display-message) echo 50;;
  split-window) echo opened >> "$HOME/opened"; echo %7 | tee "$HOME/panes";;
esac
`;

it("a review that comes while the pane goes, as it had nothing left to show, has a pane of its own", async () => {
  using place = new Place();
  place.write(`${place.root}/bin/tmux`, tmux, 0o755);
  const panes = place.write(`${place.home}/panes`, "");
  const opened = () => readFileSync(`${place.home}/opened`, "utf8").split("\n").length - 1;
  const ide = new FakeControl({});
  const env = { ...place.env, PATH: `${place.env.PATH}:${process.env.PATH}`, TMUX: "x" };
  const { stdin, stdout, stderr } = process;
  showReviewsInTmux(ide, false, {
    stdin,
    stdout,
    stderr,
    env,
    cwd: place.folder,
    isTTY: true,
    colour: false,
  });

  ide.tell({ type: "reviewOpened", review: pending(1) });
  expect(opened()).toBe(1);
  ide.tell({ type: "reviewClosed", id: 1, outcome: "accepted", by: "terminal", isEdited: false });
  // The pane is still there, and about to go.
  ide.tell({ type: "reviewOpened", review: pending(2) });
  expect(opened()).toBe(1);
  writeFileSync(panes, "");
  await expect.poll(opened).toBe(2);
});

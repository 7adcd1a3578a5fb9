import { describe, expect, test } from "vitest";
import { type Action, actionOf, actions } from "../../packages/cli/src/screen/keys/keyTable.ts";
import { Project } from "./project.ts";
import { numbered, propose, sees, serveOnScreen } from "./proposing.ts";

const long = `sixty ${"x".repeat(200)} end`;
const before = numbered(120);
const after = numbered(120, { 3: "three", 60: long, 110: "hundred" });

type Step = readonly [action: Action, key: string, shows: RegExp];

/** The row with the cursor has this. */
const at = (text: string) => new RegExp(`^[▶▸].*${text}`, "m");
/** From an open review of three hunks, through every key, and back to where it began. */
const inReview: readonly Step[] = [
  ["down", "j", at("\\+ three")],
  ["down", "down", at("line 4$")],
  ["up", "k", at("\\+ three")],
  ["up", "up", at("- line 3$")],
  ["pageDown", "pageDown", at("line 107$")],
  ["pageUp", "pageUp", at("- line 3$")],
  ["pageDown", "ctrl+f", at("line 107$")],
  ["pageUp", "ctrl+b", at("- line 3$")],
  ["halfPageDown", "ctrl+d", at("line 59$")],
  ["halfPageUp", "ctrl+u", at("- line 3$")],
  ["last", "G", at("7 unchanged lines")],
  ["first", "g", at("line 1$")],
  ["last", "end", at("7 unchanged lines")],
  ["open", "enter", at("line 114$")],
  ["first", "home", at("line 1$")],
  ["nextHunk", "n", /hunk 1\/3/],
  ["nextHunk", "]", /hunk 2\/3/],
  ["previousHunk", "p", /hunk 1\/3/],
  ["nextHunk", "n", /hunk 2\/3/],
  ["previousHunk", "[", /hunk 1\/3/],
  ["unfoldAll", "f", /line 15$/m],
  ["unfoldAll", "f", /50 unchanged lines/],
  ["switchLayout", "t", /- line 3 .*│.*\+ three/],
  ["switchLayout", "t", /- line 3$/m],
  ["switchText", "v", /old text/],
  ["switchText", "v", /new text/],
  ["switchText", "v", /result/],
  ["switchText", "v", /agent {20,}hunk 1/],
  ["nextHunk", "n", /hunk 2\/3/],
  ["down", "j", at("sixty")],
  ["right", "l", /\+‹x{20,}/],
  ["right", "right", /\+‹x{20,}/],
  ["left", "h", /\+‹x{20,}/],
  ["left", "left", /\+ sixty/],
  ["lineEnd", "$", /x end ?$/m],
  ["lineStart", "0", /\+ sixty/],
  ["wrap", "w", /x end$/m],
  ["wrap", "w", /\+ sixty x+›/],
  ["acceptHunk", "a", /hunk 3\/3 {2}✓1/],
  ["rejectHunk", "x", /hunk 1\/3 {2}✓1 {2}✗1/],
  ["toggleHunk", "space", /hunk 1\/3 {2}✓2 {2}✗1/],
  ["undo", "u", /hunk 1\/3 {2}✓1 {2}✗1/],
  ["undo", "u", /hunk \d\/3 {2}✓1 *$/m],
  ["undo", "u", /hunk \d\/3 *$/m],
  ["first", "g", at("line 1$")],
  ["search", "/", /^ \/$/m],
];

const whileSearching: readonly Step[] = [
  ["nextMatch", "n", at("line 11$")],
  ["previousMatch", "N", at("line 10$")],
  ["endSearch", "esc", /n next hunk/],
];

const elsewhere: readonly Step[] = [
  ["previousFile", "{", /There is no other file/],
  ["help", "?", /^ Keys/m],
  ["back", "q", /hunk \d\/3/],
  ["help", "f1", /^ Keys/m],
  ["back", "esc", /hunk \d\/3/],
  ["pauseSharing", "S", /sharing paused/],
  ["pauseSharing", "S", /● agent 2((?!sharing paused).)*$/m],
  ["nextFile", "}", /There is no other file/],
  ["redraw", "ctrl+l", /hunk \d\/3/],
  ["changes", "2", /No agent has written anything/],
  ["log", "3", /agent wants to change a\.ts/],
  ["status", "4", /Language servers/],
  ["inbox", "1", /^▸ .*a\.ts/m],
  ["nextPage", "tab", /No agent has written anything/],
  ["nextPage", "tab", /agent wants to change a\.ts/],
  ["nextPage", "tab", /Language servers/],
  ["nextPage", "tab", /^▸ .*a\.ts/m],
  ["open", "enter", /hunk 1\/3/],
];

/** Tested where there is something for them to do. */
const testedElsewhere: Readonly<Partial<Record<Action, string>>> = {
  acceptFile: "A accepts, below",
  rejectFile: "X rejects, below",
  rejectWithMessage: "R rejects with a message, below",
  editResult: "testScreenReviews: $EDITOR",
  keep: "testScreenChanges",
  revert: "testScreenChanges",
  quit: "testStarting: Ctrl-C",
  browser: "testWorkbench",
  runCode: "testCode",
  refuseCode: "testCode",
};

export function testScreenKeys(): void {
  describe("every key of the screen", () => {
    test("none is left out", () => {
      const pressed = new Set(
        [...inReview, ...whileSearching, ...elsewhere].map(([action, key]) => `${action} ${key}`),
      );
      const missing = actions.flatMap((action) =>
        action in testedElsewhere
          ? []
          : actionOf(action)
              .keys.map((key) => `${action} ${key}`)
              .filter((name) => !pressed.has(name)),
      );
      expect(missing).toEqual([]);
    });

    test("does what the help says", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { rows: 20 });
      await using agent = await project.agent();
      await propose({ project, screen, agent }, "a.ts", after);
      const walk = async (steps: readonly Step[]) => {
        for (const [action, key, shows] of steps) {
          screen.press(key);
          await sees(screen, shows).catch((error: Error) => {
            throw new Error(`${action}, ${key}: ${error.message}`);
          });
        }
      };
      await walk(inReview);
      screen.type("line 1");
      await screen.until("/line 1");
      screen.press("enter");
      // The cursor is on a match already.
      await sees(screen, at("line 1$"));
      screen.press("N");
      await sees(screen, /On from the end/);
      screen.press("n");
      await sees(screen, at("line 1$"));
      screen.press("n");
      await sees(screen, at("line 10$"));
      await walk(whileSearching);
      await walk(elsewhere);
    });

    test.each([
      { keys: ["A"], outcome: { outcome: "accepted", contents: after, edited: false } },
      { keys: ["X"], outcome: { outcome: "rejected" } },
      { keys: ["R", "n", "o", "enter"], outcome: { outcome: "rejected" } },
    ])("$keys decides about the file", async ({ keys, outcome }) => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press(...keys);
      expect(await asked).toEqual(outcome);
      await screen.until("No change waits for a decision");
      if (keys.length === 1) return;
      screen.press("3");
      await screen.until("✗ rejected a.ts #1 (terminal): no");
    });

    test("keys of the user's own do it, and are in the help", async () => {
      await using project = new Project({ "a.ts": before });
      project.writeSettings({ keys: { acceptFile: ["y"], toggleHunk: ["f5"], pageDown: [] } });
      const screen = await serveOnScreen(project, { rows: 60 });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("?");
      await sees(screen, /^ +y +send: accept the file/m);
      screen.press("q", "f5");
      await screen.until("✓1");
      screen.press("f5", "f5");
      await sees(screen, /hunk 1\/3$/m);
      screen.press("A");
      await screen.until("A does nothing here");
      screen.press("y");
      expect(await asked).toMatchObject({ outcome: "accepted", contents: after });
    });

    test("the mouse: wheel, folds, hunks, marks, buttons, pages", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { rows: 20 });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.clickOn("50 unchanged");
      await screen.until("line 10");
      screen.wheel("down", { row: 5, count: 3 });
      await sees(screen, /^ +15 +15 /m);
      screen.press("f", "f", "g");
      await sees(screen, at("line 1$"));
      screen.clickOn("three");
      await sees(screen, at("\\+ three"));
      const { row } = screen.placeOf("- line 3");
      screen.click(1, row);
      await screen.until("✓1");
      screen.clickOn("reject hunk");
      await sees(screen, /✗1/);
      screen.clickOn("Changes");
      await screen.until("No agent has written");
      screen.clickOn("Inbox");
      await sees(screen, /^▸ .*a\.ts/m);
      screen.clickOn("a.ts");
      await sees(screen, /✗1/);
      screen.clickOn("accept 0 of 3…");
      await screen.until("2 hunks have no decision");
      screen.clickOn("a accept  ");
      expect(await asked).toMatchObject({
        outcome: "accepted",
        contents: numbered(120, { 60: long, 110: "hundred" }),
      });
    });
  });
}

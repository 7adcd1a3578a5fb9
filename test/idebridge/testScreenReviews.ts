import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Review } from "@idebridge/review";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";
import { numbered, propose, sees, serveOnScreen, takesDecisions } from "./proposing.ts";

const before = numbered(40);
const after = numbered(40, { 3: "three", 20: "twenty", 38: "thirty-eight" });

export function testScreenReviews(): void {
  describe("a review on the screen", () => {
    test("two hunks of three: exactly those go to the agent", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("a", "x", "a");
      await screen.until("A accept 2 of 3 hunks");
      screen.press("A");
      const contents = numbered(40, { 3: "three", 38: "thirty-eight" });
      expect(await asked).toEqual({ outcome: "accepted", contents, edited: true });
      // The agent writes, never idebridge.
      expect(project.read("a.ts")).toBe(before);
    });

    test("keys pressed before it appeared, and just then, decide nothing", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      await screen.until("● agent 2");
      screen.press("A", "X");
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: after });
      await screen.until("hunk 1/3");
      screen.press("A", "X", "a", "x", "space");
      await screen.until("Look at it first, then decide");
      await takesDecisions(screen, "a.ts");
      await sees(screen, /hunk 1\/3$/m);
      screen.press("X");
      expect(await asked).toEqual({ outcome: "rejected" });
    });

    test("resized in the middle: nothing is lost, and it fits again", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("a", "x");
      await screen.until("hunk 3/3");
      for (const [columns, rows, shows] of [
        [60, 15, /^▶· 38 +- line 38$/m],
        [300, 100, /^▶· 38 - line 38 +│ 38 \+ thirty-eight$/m],
        [30, 5, /^Too small: 30×5$/m],
        [140, 12, /^▶· 38 - line 38 +│ 38 \+ thirty-eight$/m],
        [80, 24, /^▶· 38 +- line 38$/m],
      ] as const) {
        screen.resize(columns, rows);
        await sees(screen, shows);
        if (rows > 5) await sees(screen, /hunk 3\/3 {2}✓1 {2}✗1$/m);
      }
      screen.press("a");
      await screen.until("A accept 2 of 3 hunks");
      screen.press("A");
      const contents = numbered(40, { 3: "three", 38: "thirty-eight" });
      expect(await asked).toMatchObject({ outcome: "accepted", contents });
    });

    test("two screens at once: the first decision counts, the other is told", async () => {
      await using project = new Project({ "a.ts": before, "b.ts": before });
      const first = await serveOnScreen(project);
      const second = project.startOnScreen(["review"], { columns: 130, rows: 30 });
      await second.until("No change waits for a decision");
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen: first, agent }, "a.ts", after);
      await takesDecisions(second, "a.ts");
      first.press("a");
      await first.until("✓1");
      second.press("X");
      expect(await asked).toEqual({ outcome: "rejected" });
      await first.until("a.ts: rejected by terminal");
      // What was meant for that review does nothing to the next.
      first.press("A", "a", "y");
      const next = await propose({ project, screen: first, agent }, "b.ts", after);
      await takesDecisions(second, "b.ts");
      await sees(first, /hunk 1\/3$/m);
      first.press("A");
      expect(await next.asked).toMatchObject({ outcome: "accepted", contents: after });
      await second.until("b.ts: accepted by terminal");
      second.press("q");
      expect(await second.ended).toMatchObject({ code: 0 });
      first.press("q");
      await first.until("Stop idebridge?");
      first.press("y");
      expect(await first.ended).toMatchObject({ code: 0 });
    });

    test("taken back by the agent: it closes here, and says so", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: after, title: "tab" });
      await takesDecisions(screen, "a.ts");
      screen.press("R", "h", "m");
      await screen.until("Why? hm");
      await agent.closeTab("tab");
      expect(await asked).toEqual({ outcome: "rejected" });
      await screen.until("a.ts: answered in agent");
      await screen.until("No change waits for a decision");
    });

    test("the file changes on disk: the hunks are moved, and what is sent has that change", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("a");
      await screen.until("✓1");
      project.write("a.ts", `mine\n${before}`);
      await screen.until("a.ts has changed on disk: the hunks were moved");
      screen.press("x", "x", "A");
      const contents = `mine\n${numbered(40, { 3: "three" })}`;
      expect(await asked).toMatchObject({ outcome: "accepted", contents });
    });

    test("the file changes on disk, and the review is opened again, here and elsewhere: the decisions are there", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("a", "x", "a");
      await screen.until("A accept 2 of 3 hunks");
      project.write("a.ts", `mine\n${before}`);
      await screen.until("a.ts has changed on disk: the hunks were moved");
      screen.press("q");
      await screen.until("look at it");
      screen.press("enter");
      await screen.until("✓2  ✗1");
      const other = project.startOnScreen(["review"], { columns: 100, rows: 24 });
      await takesDecisions(other, "a.ts");
      await sees(other, /✓2 {2}✗1/);
      other.press("A");
      const contents = `mine\n${numbered(40, { 3: "three", 38: "thirty-eight" })}`;
      expect(await asked).toMatchObject({ outcome: "accepted", contents });
    });

    test("idebridge stops and starts again: said, and what waits is there", async () => {
      await using project = new Project({ "a.ts": before });
      const idebridge = await project.serve();
      const screen = project.startOnScreen(["review"], { columns: 100, rows: 24 });
      await screen.until("No change waits for a decision");
      idebridge.kill("SIGKILL");
      await idebridge.ended;
      await screen.until("✗ idebridge has stopped");
      await project.serve();
      await screen.until("idebridge is back");
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("A");
      expect(await asked).toMatchObject({ outcome: "accepted" });
    });

    test("told when the window is not looked at", async () => {
      await using project = new Project({ "a.ts": before });
      project.writeSettings({ notify: "desktop" });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const one = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("X");
      await one.asked;
      await screen.until("No change waits");
      const earlier = screen.notifications.length;
      screen.focus(false);
      const two = await propose({ project, screen, agent }, "a.ts", numbered(3));
      await vi.waitFor(() => expect(screen.notifications.at(-1)).toContain("a.ts"));
      expect(earlier).toBe(0);
      await vi.waitFor(() => expect(screen.title).toBe("(1) idebridge"));
      screen.focus(true);
      screen.press("X");
      await two.asked;
      await vi.waitFor(() => expect(screen.title).toBe("idebridge"));
    });

    test.each([
      { colours: "no colours", env: { NO_COLOR: "1" }, type: "undefined" },
      { colours: "16 colours", env: { TERM: "xterm" }, type: "number" },
      { colours: "256 colours", env: { TERM: "xterm-256color" }, type: "number" },
      { colours: "true colour", env: { COLORTERM: "truecolor" }, type: "string" },
    ])("in $colours", async ({ env, type }) => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { env });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      await sees(screen, /^▶· +3 +- line 3$/m);
      const { fg } = screen.styleOf("+ three");
      expect(typeof fg).toBe(type);
      screen.press("A");
      expect(await asked).toMatchObject({ outcome: "accepted" });
    });
  });

  describe("the terminal is left as it was found", () => {
    test.each([
      { how: "q", code: 0 },
      { how: "Ctrl-C", code: 130 },
      { how: "SIGTERM", code: 143 },
      { how: "SIGHUP", code: 129 },
    ] as const)("after $how", async ({ how, code }) => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent({ reconnect: false });
      await propose({ project, screen, agent }, "a.ts", after);
      expect(screen.modes).toMatchObject({ screen: "alternate", cursor: false });
      if (how === "q") {
        screen.press("q", "q");
        await screen.until("Stop idebridge?");
        screen.press("y");
      } else if (how === "Ctrl-C") {
        screen.press("ctrl+c");
        await screen.until("1 question is open");
        screen.press("ctrl+c");
      }
      if (how === "SIGTERM" || how === "SIGHUP") screen.kill(how);
      expect(await screen.ended).toMatchObject({ code });
      await vi.waitFor(() =>
        expect(screen.modes).toEqual({
          screen: "normal",
          cursor: true,
          paste: false,
          mouse: "none",
          focus: false,
          wrapping: true,
        }),
      );
      expect(project.locks()).toEqual([]);
    });
  });

  describe("$EDITOR", () => {
    /** An editor that does what a script says to the file, the last argument. */
    const editor = (project: Project, script: string) => {
      project.write("../editor.sh", `#!/bin/sh\nfor file; do :; done\n${script}\n`);
      return { VISUAL: `sh '${project.outside("editor.sh")}' --wait`, EDITOR: "false" };
    };

    test("edits the result, and comes back: nothing is sent until it is accepted", async () => {
      await using project = new Project({ "a.ts": before });
      const env = editor(
        project,
        `echo "$file" > '${project.outside("name")}'; sed -i 's/^three$/3!/' "$file"`,
      );
      const screen = await serveOnScreen(project, { env });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("e");
      await screen.until("Your text is the result now. Nothing is sent yet");
      await sees(screen, /^▶✎ +3 +- line 3\n▌ +3 \+ 3!$/m);
      await takesDecisions(screen, "a.ts");
      screen.press("A");
      const contents = after.replace("three", "3!");
      expect(await asked).toEqual({ outcome: "accepted", contents, edited: true });
      const file = project.read("../name").trim();
      expect([file.endsWith("/a.ts"), file.startsWith(tmpdir())]).toEqual([true, true]);
      // It was kept until it was decided.
      await vi.waitFor(() => expect(existsSync(file)).toBe(false), { timeout: 10_000 });
    });

    test.each([
      { what: "fails", script: "exit 3", says: "ended with code 3. Nothing was changed" },
      { what: "changes nothing", script: ":", says: "Nothing was changed in the editor" },
    ])("that $what: said, and the review goes on", async ({ script, says }) => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { columns: 140, env: editor(project, script) });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("e");
      await screen.until(says);
      screen.press("A");
      expect(await asked).toMatchObject({ outcome: "accepted", contents: after });
    });

    test("what was written is kept when the user leaves before it is sent", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { env: editor(project, 'echo mine > "$file"') });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      asked.catch(() => {});
      screen.press("e");
      await screen.until("Your text is the result now");
      screen.press("ctrl+c", "ctrl+c");
      const shown = await screen.until(/^Your text is in \S+$/m);
      const file = /Your text is in (\S+)/.exec(shown)?.[1] ?? "";
      expect(readFileSync(file, "utf8")).toBe("mine\n");
      rmSync(dirname(file), { recursive: true });
    });

    test("what was written in another front end is kept when the agent takes the review back", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { columns: 160 });
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: after, title: "tab" });
      await takesDecisions(screen, "a.ts");
      const browser = await project.control("browser");
      const [review] = await browser.request("reviews/list");
      const { id, openedAt } = review!;
      const draft = Review.start(before, after).editHunk(0, "mine\n").toJSON();
      await browser.request("reviews/draft", { id, draft, openedAt });
      browser.close();
      await screen.until(/^▶✎/m);
      await agent.closeTab("tab");
      await asked;
      const shown = await screen.until(/Your text is in \S+/);
      const file = /Your text is in (\S+)/.exec(shown)?.[1] ?? "";
      const mine = after.replace("three", "mine");
      expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([mine, 0o600]);
      rmSync(dirname(file), { recursive: true });
    });

    test("takes Ctrl-C for itself: it does not end idebridge", async () => {
      await using project = new Project({ "a.ts": before });
      const { VISUAL } = editor(project, `kill -INT 0; sleep 0.1; sed -i 's/^three$/3!/' "$file"`);
      // As editors do: they take the key, and go on.
      const env = { VISUAL: `trap '' INT; ${VISUAL}` };
      const screen = await serveOnScreen(project, { env });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      screen.press("e");
      await screen.until("Your text is the result now");
      await takesDecisions(screen, "a.ts");
      screen.press("A");
      expect(await asked).toMatchObject({ outcome: "accepted", contents: after.replace("three", "3!") });
      // Here it ends it, as ever.
      screen.press("ctrl+c");
      expect(await screen.ended).toMatchObject({ code: 130 });
    });

    test("that is not there: said, and what was decided is still decided", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { columns: 140, env: { EDITOR: "no-such-editor -f" } });
      await using agent = await project.agent();
      await propose({ project, screen, agent }, "a.ts", after);
      screen.press("a", "e");
      await screen.until("The editor no-such-editor was not found: set VISUAL or EDITOR");
      await screen.until("✓1");
    });

    test("open while the agent takes the review back: the text is kept", async () => {
      await using project = new Project({ "a.ts": before });
      const [isOpen, go] = [project.outside("open"), project.outside("go")];
      const waits = `: > '${isOpen}'; while [ ! -e '${go}' ]; do sleep 0.05; done`;
      const env = editor(project, `echo mine > "$file"; ${waits}`);
      const screen = await serveOnScreen(project, { columns: 160, env });
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: after, title: "tab" });
      await takesDecisions(screen, "a.ts");
      screen.press("e");
      await expect.poll(() => existsSync(isOpen)).toBe(true);
      await agent.closeTab("tab");
      await asked;
      project.write("../go", "");
      const shown = await screen.until(/Your text is in \S+/);
      const file = /Your text is in (\S+)/.exec(shown)?.[1] ?? "";
      expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["mine\n", 0o600]);
      rmSync(join(file, ".."), { recursive: true });
    });
  });
}

import { existsSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";

const question = "accept it? y, n, d for the diff, h for hunks, ? for more, then Enter:";

/** Asks line by line, with this script as the user's editor. */
async function plainWithEditor(project: Project, script: string) {
  project.write("../editor.sh", script);
  const idebridge = project.startInTerminal(
    ["serve", "--review", "plain"],
    `EDITOR="sh '${project.outside("editor.sh")}'" "$@"`,
  );
  await idebridge.shows("claude --ide");
  return idebridge;
}

export function testReviews(): void {
  describe("a change is asked about line by line", () => {
    test("y, n, and d for the diff", async () => {
      await using project = new Project({ "a.ts": "one\ntwo\n" });
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const propose = (contents: string) => agent.openDiff({ path: project.path("a.ts"), contents });

      const first = propose("one\n2\n");
      await idebridge.shows(/agent wants to change a\.ts \+1 −1/);
      await idebridge.answer(question, "d\r");
      await idebridge.shows(/^-two\n\+2$/m);
      await idebridge.answer(question, "y\r", 2);
      expect(await first).toEqual({ outcome: "accepted", contents: "one\n2\n", edited: false });
      await idebridge.shows("✓ accepted #1 (terminal)");

      const second = propose("three\n");
      await idebridge.answer(question, "n\r", 3);
      expect(await second).toEqual({ outcome: "rejected" });
      await idebridge.shows("✗ rejected #2 (terminal)");
      // The agent writes, never idebridge.
      expect(project.read("a.ts")).toBe("one\ntwo\n");
    });

    test("what is no answer is asked again", async () => {
      await using project = new Project();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
      await idebridge.answer(question, "yeah\r");
      await idebridge.answer(question, "\r", 2);
      await idebridge.answer(question, "no\r", 3);
      expect(await asked).toEqual({ outcome: "rejected" });
    });

    test("keys typed before the question are no answer", async () => {
      await using project = new Project();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      await idebridge.shows("● agent 2");
      // A whole answer, and one that only wants its Enter.
      idebridge.type("y\ry");
      await idebridge.shows(/^y/m);
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
      await idebridge.answer(question, "\r");
      // Enter alone is asked again: nothing of what was typed before has counted.
      await idebridge.answer(question, "n\r", 2);
      expect(await asked).toEqual({ outcome: "rejected" });
    });

    test("the file changes while it is asked about: it is asked again, and nothing that was written meanwhile is lost", async () => {
      const lines = (a: string, b: string, c: string) => `${a}\n.\n.\n${b}\n.\n.\n${c}\n`;
      await using project = new Project({ "a.ts": lines("one", "two", "three") });
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const propose = () => agent.openDiff({ path: project.path("a.ts"), contents: lines("1", "2", "3") });
      const change = async (contents: string, count: number) => {
        project.write("a.ts", contents);
        await idebridge.shows(new RegExp(`(! a\\.ts has changed on disk[\\s\\S]*){${count}}`));
      };

      const whole = propose();
      await idebridge.shows(question);
      await change(`top\n${lines("one", "two", "three")}`, 1);
      await idebridge.answer(question, "y\r");
      await idebridge.shows("a.ts has changed on disk: the hunks were moved to where they belong now.");
      await idebridge.answer(question, "y\r", 2);
      expect(await whole).toMatchObject({ contents: `top\n${lines("1", "2", "3")}` });
      await idebridge.shows("✓ accepted #1 (terminal)");

      project.write("a.ts", lines("one", "two", "three"));
      const inHunks = propose();
      const hunk = "accept this hunk? y, n, ? for more, then Enter:";
      await idebridge.answer(question, "h\r", 3);
      await idebridge.answer(hunk, "n\r");
      await idebridge.answer(hunk, "y\r", 2);
      await idebridge.shows("hunk 3 of 3");
      await change(lines("one", "mine", "three"), 2);
      await idebridge.answer(hunk, "y\r", 3);
      await idebridge.shows("a.ts has changed on disk: 1 hunk meets that change.");
      await idebridge.shows(/hunk 2 of 3, line 4, changed on disk here\n-mine\n\+2\n/);
      await idebridge.answer(hunk, "n\r", 4);
      expect(await inHunks).toMatchObject({ contents: lines("one", "mine", "3") });
    });

    test("hunk by hunk, back and forth, as with git add -p", async () => {
      const lines = (a: string, b: string, c: string) => `${a}\n.\n.\n${b}\n.\n.\n${c}\n`;
      await using project = new Project({ "a.ts": lines("one", "two", "three") });
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: lines("1", "2", "3") });
      const hunk = "accept this hunk? y, n, ? for more, then Enter:";
      await idebridge.answer(question, "h\r");
      await idebridge.shows(/hunk 1 of 3, line 1\n-one\n\+1\n/);
      await idebridge.answer(hunk, "n\r");
      await idebridge.shows(/hunk 2 of 3, line 4\n-two\n\+2\n/);
      await idebridge.answer(hunk, "b\r", 2);
      await idebridge.shows("hunk 1 of 3, line 1 (rejected so far)");
      await idebridge.answer(hunk, "?\r", 3);
      await idebridge.shows("a  accept this one and all that follow");
      await idebridge.answer(hunk, "y\r", 4);
      await idebridge.answer(hunk, "n\r", 5);
      await idebridge.answer(hunk, "q\r", 6);
      // Nothing was decided by that.
      await idebridge.answer(question, "h\r", 2);
      await idebridge.answer(hunk, "n\r", 7);
      await idebridge.answer(hunk, "a\r", 8);
      expect(await asked).toMatchObject({ outcome: "accepted", contents: lines("one", "2", "3") });
    });

    test("edited, and rejected with a message", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const idebridge = await plainWithEditor(project, `sed -i s/2/22/ "$1"\n`);
      await using agent = await project.agent();
      const first = agent.openDiff({ path: project.path("a.ts"), contents: "2\n" });
      await idebridge.answer(question, "e\r");
      await idebridge.shows("Your text is what would be accepted now.");
      await idebridge.answer(question, "d\r", 2);
      await idebridge.shows(/^\+22$/m);
      await idebridge.answer(question, "y\r", 3);
      expect(await first).toEqual({ outcome: "accepted", contents: "22\n", edited: true });
      const second = agent.openDiff({ path: project.path("a.ts"), contents: "3\n" });
      await idebridge.answer(question, "m\r", 4);
      await idebridge.answer("why? then Enter:", "too many\r");
      expect(await second).toEqual({ outcome: "rejected" });
      await idebridge.shows("✗ rejected #2 (terminal): too many");
    });

    test("taken back by the agent while it is edited: the text is kept, and it is said where", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const [go, open] = [project.outside("go"), project.outside("open")];
      const wait = `touch '${open}'; while [ ! -e '${go}' ]; do sleep 0.05; done`;
      const idebridge = await plainWithEditor(project, `echo mine > "$1"; ${wait}\n`);
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "2\n", title: "tab" });
      await idebridge.answer(question, "e\r");
      await vi.waitFor(() => expect(existsSync(open)).toBe(true), { timeout: 10_000 });
      await agent.closeTab("tab");
      await asked;
      project.write("../go", "");
      const shown = await idebridge.shows(/Your text is in \S+/);
      const file = /Your text is in (\S+)/.exec(shown)?.[1] ?? "";
      expect(readFileSync(file, "utf8")).toBe("mine\n");
      rmSync(dirname(file), { recursive: true });
      // The next one is asked as ever.
      const next = agent.openDiff({ path: project.path("a.ts"), contents: "3\n" });
      await idebridge.answer(question, "n\r", 2);
      expect(await next).toEqual({ outcome: "rejected" });
    });

    test.each(["the agent takes it back", "the user leaves"])(
      "edited, then %s: the text is kept, and it is said where",
      async (how) => {
        await using project = new Project({ "a.ts": "one\n" });
        const idebridge = await plainWithEditor(project, 'echo mine > "$1"\n');
        await using agent = await project.agent();
        const asked = agent.openDiff({ path: project.path("a.ts"), contents: "2\n", title: "tab" });
        asked.catch(() => {});
        await idebridge.answer(question, "e\r");
        await idebridge.shows("Your text is what would be accepted now.");
        if (how === "the user leaves") await idebridge.answer(question, "\u0003", 2);
        else await agent.closeTab("tab");
        const shown = await idebridge.shows(/Your text is in \S+/);
        const file = /Your text is in (\S+)/.exec(shown)?.[1] ?? "";
        expect(readFileSync(file, "utf8")).toBe("mine\n");
        rmSync(dirname(file), { recursive: true });
      },
    );

    test("while nothing is asked, changes are listed, kept and taken back", async () => {
      await using project = new Project({ "a.ts": "one\n", "b.ts": "one\n" });
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      await agent.closeAllDiffs();
      for (const name of ["a.ts", "b.ts"]) {
        await agent.diagnostics(project.path(name));
        project.write(name, "two\n");
        await agent.diagnostics();
      }
      await idebridge.shows(/wrote .*b\.ts/);
      project.write("c.ts", "by a command, or by the user\n");
      await idebridge.shows(/wrote .*c\.ts/);
      idebridge.type("changes\r");
      await idebridge.shows(/created c\.ts, 1 added, 0 removed, not announced/);
      const shown = await idebridge.shows(/\S+ modified b\.ts, 1 added, 1 removed/);
      const [a, b] = ["a", "b"].map((name) => new RegExp(`(\\S+) modified ${name}`).exec(shown)?.[1]);
      idebridge.type("revert\r");
      await idebridge.shows("Which one? Write revert <id>");
      idebridge.type(`revert ${a}\r`);
      await idebridge.shows(`Reverted ${project.path("a.ts")}.`);
      idebridge.type(`keep ${b}\r`);
      await idebridge.shows("Kept 1 file.");
      idebridge.type("pause\r");
      await idebridge.shows("sharing is paused");
      idebridge.type("what\r");
      await idebridge.shows("Type help to see what can be done.");
      expect([project.read("a.ts"), project.read("b.ts")]).toEqual(["one\n", "two\n"]);
    });

    test("TERM=dumb is asked line by line, without being told to, and without what such a terminal would print", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const idebridge = project.startInTerminal([], 'TERM=dumb "$@"');
      await idebridge.shows("claude --ide");
      await using agent = await project.agent();
      await idebridge.shows("● agent 2");
      // It only wants its Enter, but was typed before there was a question.
      idebridge.type("y");
      await idebridge.shows(/^y/m);
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "2\n" });
      await idebridge.answer(question, "\r");
      await idebridge.shows(/(accept it[\s\S]*){2}/);
      // Something is told while it is asked.
      await using other = await project.agent({ clientInfo: { name: "other", version: "3" } });
      await idebridge.shows("other 3");
      idebridge.type("y\r");
      expect(await asked).toMatchObject({ outcome: "accepted" });
      other.close();
      expect(idebridge.raw).not.toContain("\u001b");
    });

    test("what goes wrong meanwhile is told above the question, which stays", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const servers = { broken: { command: ["false"], files: ["*.ts"] } };
      project.writeSettings({ languageServers: { servers } });
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "2\n" });
      const screen = await idebridge.shows(/broken is given up[\s\S]*accept it\?/);
      expect(screen).not.toMatch(/accept it\?.*(warn|error):/);
      idebridge.type("y\r");
      expect(await asked).toMatchObject({ outcome: "accepted" });
      await agent.closeAllDiffs();
      const gone = await project.agent();
      gone.openDiff({ path: project.path("a.ts"), contents: "3\n" }).catch(() => {});
      await idebridge.shows(/#2[\s\S]*accept it\?/);
      gone.close();
      await idebridge.shows("#2 is over: not decided, as the agent has left");
    });

    test("decided in another terminal: told here, and the next one is asked", async () => {
      await using project = new Project();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const first = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
      const second = agent.openDiff({ path: project.path("b.ts"), contents: "y\n" });
      await idebridge.shows("create a.ts");
      const other = project.startInTerminal(["review", "--once", "--plain"]);
      await other.shows("create a.ts");
      // Half an answer to the first question is none to the second.
      idebridge.type("y");
      await idebridge.shows(`${question} y`);
      await other.answer(question, "y\r");
      expect(await first).toMatchObject({ outcome: "accepted" });
      await idebridge.shows("✓ accepted #1 (terminal)");
      await idebridge.shows("create b.ts");
      await idebridge.answer(question, "\r", 2);
      await idebridge.answer(question, "n\r", 3);
      expect(await second).toEqual({ outcome: "rejected" });
      // Nothing is left to decide: the other one ends by itself.
      expect(await other.ended).toMatchObject({ code: 0 });
    });

    test("taken back by the agent: the question goes", async () => {
      await using project = new Project();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n", title: "tab" });
      await idebridge.shows(question);
      await agent.closeTab("tab");
      expect(await asked).toEqual({ outcome: "rejected" });
      await idebridge.shows("#1 is over");
      idebridge.type("y\r");
      const control = await project.control();
      await vi.waitFor(async () =>
        expect(await control.request("reviews/history")).toMatchObject([{ outcome: "withdrawn" }]),
      );
      control.close();
    });

    test.each([
      { review: "accept", outcome: "accepted" },
      { review: "reject", outcome: "rejected" },
    ])("--review $review asks nobody", async ({ review, outcome }) => {
      await using project = new Project();
      await project.serve("--review", review);
      await using agent = await project.agent();
      expect(await agent.openDiff({ path: project.path("a.ts"), contents: "x\n" })).toMatchObject({
        outcome,
      });
    });

    test("control characters in names and texts are never printed raw", async () => {
      const evil = "\u001b]0;evil\u0007\u009b31m\u202e";
      await using project = new Project();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent({ clientInfo: { name: `n${evil}`, version: `v${evil}` } });
      const asked = agent.openDiff({ path: project.path(`f${evil}.ts`), contents: `t${evil}\n` });
      await idebridge.answer(question, "d\r");
      await idebridge.shows(/^\+t\\u\{1b\}\]0;evil/m);
      await idebridge.answer(question, "n\r", 2);
      await asked;
      await agent.closeAllDiffs();
      await agent.diagnostics(project.path(`g${evil}.ts`));
      project.write(`g${evil}.ts`, "x\n");
      await agent.diagnostics();
      await idebridge.shows(/wrote g\\u\{1b\}/);
      const { stdout, stderr } = await project.run("changes");
      expect(stdout).toContain("g\\u{1b}]0;evil");
      for (const text of [idebridge.raw, stdout, stderr]) {
        expect(["\u001b]0;evil", "\u0007", "\u009b", "\u202e"].filter((raw) => text.includes(raw))).toEqual(
          [],
        );
      }
    });
  });
}

import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";

const question = "accept it? y, n, d for the diff, h for hunks, ? for more, then Enter:";

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

import { describe, expect, test } from "vitest";
import { Project } from "./project.ts";
import { numbered, propose, sees, serveOnScreen } from "./proposing.ts";

/** 10,000 lines, 500 of them changed. */
function large(lines: number, edits: number): readonly [string, string] {
  const every = Math.floor(lines / edits);
  const changed = Object.fromEntries(
    Array.from({ length: edits }, (_, i) => [i * every + 5, `changed ${i + 1}`]),
  );
  return [numbered(lines), numbered(lines, changed)];
}

export function testScreenFiles(): void {
  describe("files of all kinds on the screen", () => {
    test("10,000 lines with 500 edits: the last hunk is as near as the first", async () => {
      const [before, after] = large(10_000, 500);
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { columns: 200, rows: 60 });
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      await sees(screen, /hunk 1\/500$/m);
      screen.press("G", "p", "p");
      await sees(screen, /hunk 499\/500$/m);
      screen.press("n", "x");
      await sees(screen, /hunk 1\/500 {2}✗1$/m);
      screen.press("/");
      screen.type("changed 250");
      screen.press("enter");
      await sees(screen, /hunk 250\/500 {2}✗1$/m);
      screen.press("esc");
      await screen.until("n next hunk");
      screen.press("A");
      await screen.until("499 hunks have no decision");
      screen.press("a");
      const contents = after.replace("changed 500\n", "line 9985\n");
      expect(await asked).toEqual({ outcome: "accepted", contents, edited: true });
    });

    test("100,000 lines are compared in another thread: the file is shown meanwhile, then its hunks", async () => {
      const [before, after] = large(100_000, 1_000);
      await using project = new Project({ "a.txt": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.txt", after);
      await sees(screen, /hunk 1\/1000$/m);
      screen.press("X");
      expect(await asked).toEqual({ outcome: "rejected" });
    });

    test("a line of 5 MB: seen, scrolled, searched, wrapped, accepted", async () => {
      const line = "let a=1;function f(){return a}".repeat(170_000);
      const changed = `${line.slice(0, 3_000_000)}/*HERE*/${line.slice(3_000_000)}`;
      await using project = new Project({ "a.min.js": `${line}\n` });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.min.js", `${changed}\n`);
      await sees(screen, /^▶· +1 +-‹.*\n.*\+‹.*\/\*HERE\*\//m);
      screen.press("0");
      await sees(screen, /^▶· +1 +- let a=1;/m);
      screen.press("/");
      screen.type("HERE");
      screen.press("enter");
      await sees(screen, /\+‹.*\/\*HERE\*\//m);
      screen.press("$");
      await sees(screen, /return a\} ?$/m);
      screen.press("0", "w");
      await sees(screen, /\+ .*\/\*HERE\*\//m);
      screen.press("j", "pageDown", "pageDown", "k", "w");
      screen.press("A");
      expect(await asked).toEqual({ outcome: "accepted", contents: `${changed}\n`, edited: false });
    });

    test.each([
      { kind: "binary", before: Buffer.from([0, 1, 2, 255, 0]), after: "text\n", shows: /binary|text/i },
      { kind: "empty", before: "", after: "one\n", shows: /^▶· +1 \+ one$/m },
      { kind: "new", before: undefined, after: "one\ntwo\n", shows: / new \+2 −0[\s\S]*\+ two/ },
      { kind: "emptied", before: "one\ntwo\n", after: "", shows: /- one\n.*- two/ },
      { kind: "the same", before: "one\n", after: "one\n", shows: /no difference/ },
      {
        kind: "without a line break at its end",
        before: "one",
        after: "one\n",
        shows: /- one ⊘ no line break/,
      },
      { kind: "with CRLF", before: "a\r\nb\r\n", after: "a\r\nB\r\n", shows: /- b\n.*\+ B$/m },
      { kind: "with other line endings", before: "a\r\nb\r\n", after: "a\nb\n", shows: /- a␍␊/ },
      { kind: "with a BOM", before: "\ufeffa\n", after: "\ufeffb\n", shows: /- .?a\n.*\+ .?b/ },
      { kind: "with tabs", before: "\ta\tb\n", after: "\ta\tc\n", shows: /- {5}a {3}b\n.*\+ {5}a {3}c/ },
      {
        kind: "with emoji and CJK",
        before: "👨‍👩‍👧 漢字 é x\n",
        after: "👨‍👩‍👧 漢字 é y\n",
        shows: /\+ .*漢字 .* y/,
      },
      {
        kind: "with what a terminal would obey",
        before: "\u001b]0;evil\u0007 \u202e\n",
        after: "\u001b[2J\n",
        shows: /- ␛\]0;evil␇ �\n.*\+ ␛\[2J/,
      },
    ])("$kind: shown, and accepted byte for byte", async ({ before, after, shows }) => {
      await using project = new Project(before === undefined ? {} : { "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", after);
      await sees(screen, shows);
      expect(screen.title).not.toContain("evil");
      screen.press("v", "v", "v", "v", "t", "t", "w", "w", "j", "k", "n", "p", "$", "0");
      screen.press("A");
      expect(await asked).toEqual({ outcome: "accepted", contents: after, edited: false });
    });

    test("names that a terminal would obey, and very long ones", async () => {
      const evil = "\u001b]0;evil\u0007\u202e";
      const path = `${"deep/".repeat(30)}f${evil}.ts`;
      await using project = new Project();
      const screen = await serveOnScreen(project, { columns: 60, rows: 15 });
      await using agent = await project.agent({ clientInfo: { name: `n${evil}`, version: "1" } });
      const asked = agent.openDiff({ path: project.path(path), contents: `t${evil}\n` });
      asked.catch(() => {});
      await screen.until(/….*f\\u\{1b\}/);
      await screen.until((now) => !now.screen().includes("just appeared"));
      screen.press("X");
      expect(await asked).toEqual({ outcome: "rejected" });
      screen.press("3");
      await screen.until("rejected");
      expect(["\u001b]0;evil", "\u202e"].filter((raw) => screen.raw.includes(raw))).toEqual([]);
    });
  });
}

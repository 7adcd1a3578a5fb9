import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";

interface Prompt {
  readonly id: string;
  readonly files: readonly { readonly id: string; readonly path: string; readonly state: string }[];
}

/** An agent that writes two files in one prompt, without asking. */
async function writesTwo(project: Project, a = "ONE\ntwo\n"): Promise<void> {
  await using agent = await project.agent({ reconnect: false });
  await agent.closeAllDiffs();
  for (const [name, contents] of [
    ["a.ts", a],
    ["b.ts", "new\n"],
  ] as const) {
    await agent.diagnostics(project.path(name));
    project.write(name, contents);
    await agent.diagnostics();
  }
  await vi.waitFor(async () => expect((await listed(project))[0]?.files).toHaveLength(2), {
    timeout: 20_000,
  });
}

async function listed(project: Project): Promise<readonly Prompt[]> {
  return JSON.parse((await project.run("changes", "--json")).stdout);
}

export function testChanges(): void {
  describe("what an agent writes without asking", () => {
    test("is listed, and taken back by file, also after a restart", async () => {
      await using project = new Project({ "a.ts": "one\ntwo\n" });
      const first = await project.serve();
      await writesTwo(project);
      const shown = (await project.run("changes")).stdout;
      expect(shown).toMatch(/agent 2/);
      expect(shown).toMatch(/M\s+a\.ts\s+\+1\s+-1/);
      expect(shown).toMatch(/A\s+b\.ts\s+\+1\s+-0/);
      expect(first.stdout).toMatch(/agent wrote .*take back: idebridge revert/);

      const [prompt] = await listed(project);
      const change = prompt!.files.find(({ path }) => path === project.path("a.ts"))!;
      expect(await project.run("revert", change.id)).toEqual({
        code: 0,
        stdout: `Reverted ${project.path("a.ts")}.\n`,
        stderr: "",
      });
      expect([project.read("a.ts"), project.read("b.ts")]).toEqual(["one\ntwo\n", "new\n"]);

      first.kill("SIGKILL");
      await first.ended;
      await project.serve();
      expect((await listed(project))[0]?.files.map(({ state }) => state)).toEqual(["reverted", "unseen"]);
      expect(await project.run("revert", prompt!.id)).toMatchObject({ code: 0 });
      expect(() => project.read("b.ts")).toThrow("ENOENT");
    });

    /** Each at a moment when it cannot have been the agent. */
    test.each([
      {
        how: "while idebridge did not run",
        async change(project: Project) {
          const first = await project.serve();
          await writesTwo(project);
          first.kill("SIGTERM");
          await first.ended;
          project.write("a.ts", "mine\ntwo\n");
          await project.serve();
        },
      },
      {
        how: "in an editor that is attached",
        async change(project: Project) {
          await project.serve();
          await writesTwo(project);
          const editor = await project.control("editor");
          const path = project.path("a.ts");
          const { version } = await editor.request("documents/open", { path });
          await editor.request("documents/edit", { path, text: "mine\ntwo\n", version });
          expect(await editor.request("documents/save", { path })).toEqual({ outcome: "saved" });
          editor.close();
        },
      },
    ])("is not taken back when the user has changed it since, $how", async ({ change }) => {
      await using project = new Project({ "a.ts": "one\ntwo\n" });
      await change(project);
      const [prompt] = await listed(project);
      expect(await project.run("revert", prompt!.id)).toEqual({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("a.ts"),
      });
      // All or nothing: the other file stays as well.
      expect([project.read("a.ts"), project.read("b.ts")]).toEqual(["mine\ntwo\n", "new\n"]);
    });

    test("is asked about in a terminal when nobody announced it", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      await project.serve();
      await using agent = await project.agent();
      const files = (count: number) =>
        vi.waitFor(async () => expect((await listed(project))[0]?.files).toHaveLength(count), {
          timeout: 20_000,
        });
      await agent.closeAllDiffs();
      await agent.diagnostics(project.path("b.ts"));
      project.write("b.ts", "new\n");
      await agent.diagnostics();
      // The workspace is known by then.
      await files(1);
      project.write("a.ts", "mine\n");
      await files(2);
      const [prompt] = await listed(project);
      expect((await project.run("revert", prompt!.id)).stderr).toContain("Add --unannounced");
      for (const [answer, code, text] of [
        ["n", 1, "mine\n"],
        ["y", 0, "one\n"],
      ] as const) {
        const reverting = project.startInTerminal(["revert", prompt!.id]);
        await reverting.shows(/a\.ts\s+Take it back\? y\/N/);
        reverting.type(`${answer}\r`);
        expect([await reverting.ended, project.read("a.ts")]).toMatchObject([{ code }, text]);
      }
    });

    test("goes alone when the user has changed other lines of the file", async () => {
      await using project = new Project({ "a.ts": "one\ntwo\n\n\nfive\n" });
      const first = await project.serve();
      await writesTwo(project, "ONE\ntwo\n\n\nfive\n");
      first.kill("SIGTERM");
      await first.ended;
      project.write("a.ts", "ONE\ntwo\n\n\nmine\n");
      await project.serve();
      const [prompt] = await listed(project);
      expect(await project.run("revert", prompt!.id)).toMatchObject({ code: 0 });
      expect(project.read("a.ts")).toBe("one\ntwo\n\n\nmine\n");
    });
  });
}

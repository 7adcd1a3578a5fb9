import type { Ide } from "@idebridge/sdk";
import { describe, expect, test } from "vitest";
import { Project } from "./project.ts";
import { numbered, sees, serveOnScreen, takesDecisions } from "./proposing.ts";

const before = numbered(40);
const after = numbered(40, { 3: "three", 20: "twenty", 38: "thirty-eight" });

/** As Claude Code does it in its auto mode: one prompt, and a file after the other. */
async function writes(project: Project, agent: Ide, files: Readonly<Record<string, string>>): Promise<void> {
  await agent.closeAllDiffs();
  for (const [name, contents] of Object.entries(files)) {
    await agent.diagnostics(project.path(name));
    project.write(name, contents);
    await agent.diagnostics();
  }
}

export function testScreenChanges(): void {
  describe("changes on the screen", () => {
    test("appear while the agent works; one hunk is taken back, exactly that is gone from disk", async () => {
      await using project = new Project({ "a.ts": before, "b.ts": before });
      const screen = await serveOnScreen(project, { rows: 40 });
      screen.press("2");
      await screen.until("No agent has written anything");
      await using agent = await project.agent();
      await writes(project, agent, { "a.ts": after, "b.ts": after, "c.ts": "new\n" });
      await sees(screen, /^▸ agent 2 .*3 files {2}3 to look at\n.*● M a\.ts.*\n.*● M b\.ts.*\n.*● A c\.ts/m);
      screen.press("j", "enter");
      await sees(screen, /hunk 1\/3$/m);
      await takesDecisions(screen, "a.ts");
      screen.press("n", "x", "a", "a");
      await screen.until("A take back 1 of 3 hunks");
      screen.press("A");
      await screen.until("✓ a.ts: 1 of 3 hunks taken back");
      expect(project.read("a.ts")).toBe(numbered(40, { 3: "three", 38: "thirty-eight" }));
      // The next one is there already.
      await takesDecisions(screen, "b.ts");
      screen.press("X");
      await screen.until("✓ b.ts: taken back");
      expect([project.read("b.ts"), project.read("c.ts")]).toEqual([before, "new\n"]);
      await takesDecisions(screen, "c.ts");
      screen.press("A");
      await screen.until("✓ c.ts: kept");
      await sees(screen, /^▸? +M a\.ts.*kept\n.*M b\.ts.*taken back\n.*A c\.ts.*kept/m);
    });

    test("a whole prompt is taken back from the list, another kept", async () => {
      await using project = new Project({ "a.ts": before, "b.ts": before });
      const screen = await serveOnScreen(project, { rows: 40 });
      await using agent = await project.agent();
      await writes(project, agent, { "a.ts": after });
      await screen.until("Changes 1");
      await writes(project, agent, { "b.ts": after, "c.ts": "new\n" });
      await screen.until("Changes 3");
      screen.press("2");
      await sees(screen, /^▸ agent 2 .*2 files/m);
      const pressSettled = async (key: string, shows: RegExp) => {
        await screen.until((now) => !now.screen().includes("just changed"));
        screen.press(key);
        await sees(screen, shows);
      };
      await pressSettled("X", /Take back all 2 files of this prompt\?/);
      screen.press("y");
      await screen.until("✓ taken back");
      expect([project.read("a.ts"), project.read("b.ts")]).toEqual([after, before]);
      expect(() => project.read("c.ts")).toThrow("ENOENT");
      screen.press("G", "k");
      await sees(screen, /^▸ agent 2 .*1 file /m);
      await pressSettled("A", /✓ kept/);
      await sees(screen, /Changes {2}Log/);
    });

    test("changed by the user since: said, and nothing is written", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project, { columns: 160 });
      await using agent = await project.agent();
      await writes(project, agent, { "a.ts": after });
      await screen.until("Changes 1");
      const mine = after.replace("three", "mine");
      const editor = await project.control("editor");
      const path = project.path("a.ts");
      const { version } = await editor.request("documents/open", { path });
      await editor.request("documents/edit", { path, text: mine, version });
      expect(await editor.request("documents/save", { path })).toEqual({ outcome: "saved" });
      editor.close();
      screen.press("2", "j", "enter");
      await takesDecisions(screen, "a.ts");
      await screen.until("what is shown is what the agent wrote");
      screen.press("X");
      await screen.until("has been changed since");
      expect(project.read("a.ts")).toBe(mine);
    });

    test("kept from the command line", async () => {
      await using project = new Project({ "a.ts": before });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      await writes(project, agent, { "a.ts": after });
      await screen.until("Changes 1");
      const [prompt] = JSON.parse((await project.run("changes", "--json")).stdout);
      expect([
        await project.run("changes", prompt.id, "--keep"),
        await project.run("changes", prompt.id, "--keep"),
        (await project.run("changes", "--keep")).code,
      ]).toEqual([
        { code: 0, stdout: "Kept 1 file.\n", stderr: "" },
        { code: 1, stdout: "", stderr: `idebridge: There is nothing to keep with the id ${prompt.id}.\n` },
        2,
      ]);
      await sees(screen, /Changes {2}Log/);
    });
  });
}

import { createHash } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { picture, Scene } from "./scene.ts";

type Agent = Awaited<ReturnType<Scene["agent"]>>;

const lines = Array.from({ length: 30 }, (_, line) => `line ${line}\n`);
const changed = lines.with(2, "line two\n").with(20, "line twenty\n");

/** As Claude Code does in its mode `auto`: it asks for the problems of a file, then writes it. */
async function write(scene: Scene, agent: Agent, name: string, text: string): Promise<void> {
  // No agent writes in the very moment in which it comes: the log is open by then, however busy the machine is.
  const control = await scene.served.control();
  await control.request("changes/list");
  control.close();
  await agent.diagnostics(scene.path(name));
  writeFileSync(scene.path(name), text);
  await agent.diagnostics();
}

/** What was recorded of this text is another one then. */
function damage({ served }: Scene, text: string): void {
  const hash = createHash("sha256").update(text).digest("hex");
  const files = readdirSync(served.env.XDG_STATE_HOME!, { recursive: true, withFileTypes: true });
  writeFileSync(join(files.find(({ name }) => name === hash)!.parentPath, hash), "damaged");
}

export function testChanges(): void {
  describe("changes in the page", () => {
    test("as they happen; a hunk, a file and a prompt taken back, or kept", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join(""), "b.txt": "b\n", "c.txt": "c\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      await page.getByRole("link", { name: "Changes" }).click();
      await page.getByText("No changes yet").waitFor();
      await agent.closeAllDiffs();
      await write(scene, agent, "a.txt", changed.join(""));

      await page.getByRole("group", { name: "Hunk 2 of 2" }).waitFor();
      await page.getByRole("link", { name: "Changes 1 not looked at" }).waitFor();
      await picture(page, "changes");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("group", { name: "Hunk 2 of 2" }).getByRole("button", { name: "Revert" }).click();
      await page.getByRole("group", { name: "Hunk 2 of 2: reverted" }).waitFor();
      expect(scene.read("a.txt")).toBe(lines.with(2, "line two\n").join(""));

      await page.getByRole("button", { name: "Revert file" }).click();
      await page.getByRole("group", { name: "Hunk 1 of 2: reverted" }).waitFor();
      expect(scene.read("a.txt")).toBe(lines.join(""));

      await agent.closeAllDiffs();
      await write(scene, agent, "b.txt", "B\n");
      await write(scene, agent, "c.txt", "C\n");
      const prompt = page.getByRole("region", { name: /Prompt \d to claude-code/ }).first();
      await prompt.getByText("c.txt").click();
      await page.locator("#change-title").getByText("c.txt").waitFor();
      await page.keyboard.press("A");
      await prompt.getByText("kept").waitFor();
      await picture(page, "changes-prompts");
      expect(await violations(page)).toEqual([]);
      await prompt.getByRole("button", { name: "Revert all" }).click();
      await prompt.getByText("Revert 2 files?").waitFor();
      await prompt.getByRole("button", { name: "Yes" }).click();
      await expect.poll(() => [scene.read("b.txt"), scene.read("c.txt")]).toEqual(["b\n", "c\n"]);

      await agent.closeAllDiffs();
      await write(scene, agent, "b.txt", "again\n");
      await write(scene, agent, "c.txt", "again\n");
      await page.getByRole("link", { name: "Changes 2 not looked at" }).waitFor();
      await prompt.getByRole("button", { name: "Keep all" }).click();
      await expect.poll(() => prompt.getByText("kept", { exact: true }).count()).toBe(2);
      expect([scene.read("b.txt"), scene.read("c.txt")]).toEqual(["again\n", "again\n"]);
      expect(scene.complaints).toEqual([]);
    });

    test("what cannot be reverted says why, and has no button for it", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join(""), "b.txt": "b\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      await agent.closeAllDiffs();
      await write(scene, agent, "b.txt", "\0");
      await page.getByRole("link", { name: "Changes 1 not looked at" }).click();
      await page.getByRole("button", { name: "Keep file" }).waitFor();
      await write(scene, agent, "a.txt", changed.join(""));
      await page.getByText("1 cannot be reverted: revert the others one by one").waitFor();
      const reverting = page.getByRole("button", { name: /Revert/ });
      await picture(page, "changes-not-revertible");
      expect([
        await page.locator("#change-title").textContent(),
        await page.locator(".pane").getByText("It is no UTF-8 text, so it was not stored.").count(),
        await page.getByText("lines not known").count(),
        await reverting.count(),
      ]).toEqual(["b.txt", 1, 2, 0]);
      await page.keyboard.press("R");
      await page.getByRole("button", { name: /a\.txt/ }).click();
      await page.getByRole("button", { name: "Revert file" }).waitFor();
      damage(scene, lines.join(""));
      await page.getByRole("button", { name: /b\.txt/ }).click();
      await page.getByRole("button", { name: /a\.txt/ }).click();
      await page
        .getByText("What was recorded of it is damaged: it cannot be taken back, only kept.")
        .waitFor();
      expect([await reverting.count(), await page.getByRole("dialog").count(), scene.complaints]).toEqual([
        0,
        0,
        [],
      ]);
    });

    test("hunk by hunk, by keyboard: what is looked at is not shown as new any more", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join("") });
      const page = await scene.open();
      const agent = await scene.agent();
      await agent.closeAllDiffs();
      await write(scene, agent, "a.txt", changed.join(""));
      await page.getByRole("link", { name: "Changes 1 not looked at" }).click();
      await page.getByRole("group", { name: "Hunk 1 of 2" }).waitFor();
      await page.keyboard.press("a");
      await page.getByRole("group", { name: "Hunk 1 of 2: kept" }).waitFor();
      await page.keyboard.press("r");
      await page.getByRole("group", { name: "Hunk 2 of 2: reverted" }).waitFor();
      await page.getByRole("group", { name: "Hunk 1 of 2: kept" }).waitFor();
      await page.getByRole("link", { name: "Changes", exact: true }).waitFor();
      expect(scene.read("a.txt")).toBe(lines.with(2, "line two\n").join(""));
    });

    test("what nobody announced may be the user's: it is asked first", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join(""), "b.txt": "b\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      await agent.closeAllDiffs();
      await write(scene, agent, "b.txt", "B\n");
      await page.getByRole("link", { name: "Changes 1 not looked at" }).click();
      writeFileSync(scene.path("a.txt"), changed.join(""));
      const prompt = page.getByRole("region", { name: "Prompt 1 to claude-code" });
      await prompt.getByText("a.txt").click();
      expect(await prompt.getByRole("listitem").filter({ hasText: "not announced" }).count()).toBe(1);
      await page.getByRole("group", { name: "Hunk 1 of 2" }).waitFor();
      await page.keyboard.press("R");
      const dialog = page.getByRole("dialog", { name: "Revert" });
      await dialog.getByText("Nobody announced this change").waitFor();
      await picture(page, "changes-doubt");
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await prompt.getByRole("button", { name: "Revert all" }).click();
      await prompt.getByText("Revert 2 files (nobody announced 1: may be yours)?").waitFor();
      await prompt.getByRole("button", { name: "No", exact: true }).click();
      expect(scene.read("a.txt")).toBe(changed.join(""));
      await page.getByRole("button", { name: "Revert file" }).click();
      await dialog.getByRole("button", { name: "Revert" }).click();
      await expect.poll(() => scene.read("a.txt")).toBe(lines.join(""));
      expect(scene.complaints).toEqual([]);
    });

    test("what the user has changed since is not lost", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join("") });
      const page = await scene.open();
      const agent = await scene.agent();
      await agent.closeAllDiffs();
      await write(scene, agent, "a.txt", changed.join(""));
      await page.getByRole("link", { name: "Changes" }).click();
      await page.getByRole("group", { name: "Hunk 1 of 2" }).waitFor();
      const mine = changed.with(2, "line two, mine\n").join("");
      writeFileSync(scene.path("a.txt"), mine);
      await page.getByRole("button", { name: "Revert file" }).click();
      await page.locator(".toast-error").waitFor();
      expect(scene.read("a.txt")).toBe(mine);
    });

    test("a timeline of a file across prompts", async () => {
      await using scene = await Scene.start({ "a.txt": lines.join("") });
      const page = await scene.open();
      const agent = await scene.agent();
      const versions = [lines.with(2, "once\n"), lines.with(2, "twice\n"), lines.with(2, "thrice\n")];
      await page.getByRole("link", { name: "Changes" }).click();
      for (const [index, version] of versions.entries()) {
        await agent.closeAllDiffs();
        await write(scene, agent, "a.txt", version.join(""));
        await expect
          .poll(() => page.getByRole("region", { name: /Prompt \d to claude-code/ }).count())
          .toBe(index + 1);
      }
      await page
        .getByRole("region", { name: /Prompt \d to claude-code/ })
        .last()
        .getByText("a.txt")
        .click();
      const timeline = page.getByRole("navigation", { name: "Timeline of the file" });
      await expect.poll(() => timeline.getByRole("button").count()).toBe(3);
      await page.locator(".diff-after").getByText("once").waitFor();
      await timeline.getByRole("button").nth(1).click();
      await page.locator(".diff-before").getByText("once").waitFor();
      await page.locator(".diff-after").getByText("twice").waitFor();
      await picture(page, "changes-timeline");
      expect(await violations(page)).toEqual([]);
    });
  });
}

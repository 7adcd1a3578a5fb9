import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { picture, Scene } from "./scene.ts";

const mod = "Control";

/** Opens a file of the workspace by some letters of its name. */
async function quickOpen(page: Page, name: string): Promise<void> {
  await page.keyboard.press(`${mod}+p`);
  await page.getByRole("combobox", { name: "Go to file" }).fill(name);
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".code .cm-content").waitFor();
}

const editor = (page: Page) => page.locator(".code .cm-content");

export function testEditor(): void {
  describe("the editor in the page", () => {
    test("a file is found, changed and saved: to the last byte", async () => {
      await using scene = await Scene.start({
        "src/deep/notes.txt": "\ufeffone\r\ntwo\nthree\r\n",
        "other.txt": "o\n",
      });
      const page = await scene.open();
      await quickOpen(page, "notes");
      await page.getByRole("tab", { name: "notes.txt" }).waitFor();
      await page.locator(".code .cm-content:focus").waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("End");
      await page.keyboard.type("!");
      await page.keyboard.press("Enter");
      await page.keyboard.type("new");
      await page.getByRole("tab", { name: "notes.txt, not saved" }).waitFor();
      await page.getByRole("link", { name: "Editor 1 not saved" }).waitFor();
      await picture(page, "editor-dirty");
      await page.keyboard.press(`${mod}+s`);
      await page.getByText("Saved notes.txt").first().waitFor();
      expect(scene.read("src/deep/notes.txt")).toBe("\ufeffone\r\ntwo!\r\nnew\nthree\r\n");
      await page.getByRole("tab", { name: "notes.txt", exact: true }).waitFor();
      await page.keyboard.press(`${mod}+s`);
      await page.locator(".toast-info").getByText("notes.txt has no changes to save").waitFor();
      expect(scene.complaints).toEqual([]);
    });

    test("find, go to line, several tabs, closing what is not saved", async () => {
      const lines = Array.from({ length: 300 }, (_, line) => `line ${line + 1}\n`).join("");
      await using scene = await Scene.start({ "long.txt": lines, "b.txt": "b\n" });
      const page = await scene.open();
      await quickOpen(page, "long.txt:250");
      await editor(page).getByText("line 250", { exact: true }).waitFor();
      await page.keyboard.press(`${mod}+f`);
      await page.getByRole("textbox", { name: "Find" }).pressSequentially("line 123");
      await page.keyboard.press("Enter");
      await page.locator(".cm-searchMatch-selected", { hasText: "line 123" }).waitFor();
      await picture(page, "editor-find");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press(`${mod}+g`);
      await page.locator(".cm-panel input").fill("300");
      await page.keyboard.press("Enter");
      await editor(page).getByText("line 300", { exact: true }).waitFor();

      await quickOpen(page, "b.txt");
      await editor(page).getByText("b", { exact: true }).click();
      await page.keyboard.type("unsaved ");
      await page.getByRole("tab", { name: "b.txt, not saved" }).waitFor();
      await page.keyboard.press("Alt+w");
      await page.getByRole("dialog", { name: "Unsaved changes" }).waitFor();
      await picture(page, "editor-closing");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByRole("tab", { name: "b.txt" }).waitFor({ state: "detached" });
      await page.getByRole("tab", { name: "long.txt" }).waitFor();
      expect(scene.read("b.txt")).toBe("b\n");
    });

    test("the file changes on disk: the user says which one counts", async () => {
      await using scene = await Scene.start({ "a.txt": "one\n" });
      const page = await scene.open();
      await quickOpen(page, "a.txt");
      writeFileSync(scene.path("a.txt"), "from outside\n");
      await editor(page).getByText("from outside").waitFor();
      await editor(page).click();
      await page.keyboard.press(`${mod}+End`);
      await page.keyboard.type("mine");
      await page.getByRole("tab", { name: "a.txt, not saved" }).waitFor();
      writeFileSync(scene.path("a.txt"), "from outside again\n");
      await page
        .getByRole("alert")
        .getByText("The file has changed on disk, and you have changed it here.")
        .waitFor();
      await picture(page, "editor-conflict");
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press(`${mod}+s`);
      await page.getByText("a.txt has changed on disk: not saved").first().waitFor();
      expect(scene.read("a.txt")).toBe("from outside again\n");
      await page.getByRole("button", { name: "Overwrite it with mine" }).click();
      await expect.poll(() => scene.read("a.txt")).toBe("from outside\nmine");
      await page.getByRole("alert").waitFor({ state: "detached" });
    });

    test("what is selected is what the agent sees, until sharing is paused", async () => {
      await using scene = await Scene.start({ "main.ts": "const a = 1;\nconst b = 2;\nconst c = 3;\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      await quickOpen(page, "main.ts");
      await editor(page).getByText("const a").click();
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.getByRole("switch", { name: "Claude sees: 2 lines of main.ts" }).waitFor();
      await expect
        .poll(() => agent.activeSelection())
        .toMatchObject({ text: "const a = 1;\nconst b = 2;\n" });
      await picture(page, "editor-selection");

      const mentioned = new Promise((resolve) =>
        agent.subscribe((event) => event.type === "mention" && resolve(event)),
      );
      await page.keyboard.press("Alt+k");
      expect(await mentioned).toMatchObject({
        mention: { path: scene.path("main.ts"), lines: { first: 0, last: 1 } },
      });
      const messages = page.getByRole("region", { name: "Messages" });
      await messages.getByText("Mentioned main.ts:1-2").waitFor();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("button", { name: "Mention file" }).click();
      await messages.getByText("Mentioned main.ts", { exact: true }).waitFor();

      await page.getByRole("switch").click();
      await page.getByRole("switch", { name: "Sharing is paused" }).waitFor();
      await page.keyboard.press(`${mod}+a`);
      await expect.poll(() => agent.activeSelection()).toBeUndefined();
    });

    test("two pages with one document stay in step", async () => {
      await using scene = await Scene.start({ "a.txt": "one\ntwo\nthree\n" });
      const [one, two] = [await scene.open(), await scene.open()];
      await quickOpen(one, "a.txt");
      await quickOpen(two, "a.txt");
      await editor(one).getByText("one").click();
      await one.keyboard.press("End");
      await one.keyboard.type(" from the first");
      await editor(two).getByText("one from the first").waitFor();
      await editor(two).getByText("three").click();
      await two.keyboard.press("End");
      await two.keyboard.type(" from the second");
      await editor(one).getByText("three from the second").waitFor();
      await two.keyboard.press(`${mod}+s`);
      await expect.poll(() => scene.read("a.txt")).toBe("one from the first\ntwo\nthree from the second\n");
    });

    test("a tree of many files, by keyboard; what git ignores is dim", async () => {
      const files = Object.fromEntries(
        Array.from({ length: 3_000 }, (_, i) => [`many/file${i}.txt`, `${i}\n`]),
      );
      await using scene = await Scene.start({ ...files, ".gitignore": "ignored/\n", "ignored/x.txt": "x\n" });
      execFileSync("git", ["init", "-q"], {
        cwd: scene.path("."),
        env: { PATH: process.env.PATH, HOME: scene.path(".") },
      });
      const page = await scene.open();
      await page.keyboard.press("3");
      await page.locator(".tree-item.is-ignored").getByText("ignored").waitFor();
      const tree = page.getByRole("tree");
      await tree.focus();
      await page.keyboard.press("Home");
      while ((await page.locator(".tree-item.is-chosen").textContent()) !== "many") {
        await page.keyboard.press("ArrowDown");
      }
      await page.keyboard.press("ArrowRight");
      await page.getByRole("treeitem", { name: "file0.txt" }).waitFor();
      expect(await page.getByRole("treeitem").count()).toBeLessThan(200);
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowUp");
      await page.getByRole("treeitem", { name: "file2999.txt" }).click();
      await editor(page).getByText("2999").waitFor();
      await picture(page, "editor-tree");
    });

    test("problems are underlined, listed and led to", async () => {
      // TypeScript itself, as the command brings it along.
      const typescript = createRequire(import.meta.url).resolve("typescript/package.json");
      await using scene = await Scene.start(
        { "main.ts": "const a = 1;\nconst b: string = a;\n" },
        { bundledServers: () => ({ typescript }) },
      );
      const page = await scene.open();
      await quickOpen(page, "main.ts");
      // Language servers are started when the first agent comes.
      await scene.agent();
      await page.locator(".cm-lintRange-error").getByText("b").waitFor();
      await page.getByRole("button", { name: "1 error, 0 warnings" }).click();
      const listed = page
        .getByRole("region", { name: "Problems" })
        .getByRole("button", { name: /not assignable/ });
      await picture(page, "editor-problems");
      expect(await violations(page)).toEqual([]);
      await listed.click();
      await page.locator(".code .cm-focused").waitFor();
      await page.keyboard.type("X");
      await editor(page).getByText("const Xb").waitFor();
    });

    test("on a Mac the keys are its own, and so are their names", async () => {
      await using scene = await Scene.start({ "a.txt": "a\n" });
      const page = await scene.open({
        prepare: (each) =>
          each.addInitScript('Object.defineProperty(navigator, "platform", { get: () => "MacIntel" })'),
      });
      await page.keyboard.press("3");
      await page.locator(".empty kbd").getByText("⌘+P").waitFor();
      await page.keyboard.press("Meta+p");
      await page.getByRole("option", { name: "a.txt" }).click();
      await page.locator(".code .cm-content:focus").waitFor();
      await page.keyboard.type("more ");
      await page.getByTitle("Save (⌘+S)").waitFor();
      await page.keyboard.press("Meta+s");
      await expect.poll(() => scene.read("a.txt")).toBe("more a\n");
    });
  });
}

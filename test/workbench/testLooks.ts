import { describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { picture, Scene } from "./scene.ts";
import { longProgram, shorterProgram } from "./texts.ts";

const looks = [
  { name: "light", options: { colorScheme: "light" } },
  { name: "dark", options: { colorScheme: "dark" } },
  { name: "phone", options: { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" } },
] as const;

export function testLooks(): void {
  describe.each(looks)("the page looks well: $name", ({ name, options }) => {
    test("nobody there yet", async () => {
      await using scene = await Scene.start();
      const page = await scene.open(options);
      await page.getByText("No agent is connected").waitFor();
      await picture(page, `${name}-empty`);
      const background = await page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
      const [red = 0] = background.match(/\d+/g)!.map(Number);
      expect(red < 128 ? "dark" : "light").toBe(options.colorScheme);
      expect.soft(await violations(page)).toEqual([]);
      expect(scene.complaints).toEqual([]);
    });

    test("every panel", async () => {
      await using scene = await Scene.start({
        "src/server/main.ts": longProgram,
        "src/server/very/long/path/to/some/deeply/nested/component/withAVeryLongFileName.test.ts":
          longProgram,
        "README.md": "# Read me\n\nSome *words*.\n",
        "package.json": '{\n  "name": "project"\n}\n',
      });
      const page = await scene.open(options);
      const agent = await scene.agent();
      const other = await scene.agent("other-agent");
      scene.propose(agent, "src/server/main.ts", shorterProgram);
      const pane = page.getByRole("article");
      await pane.getByText("main.ts", { exact: true }).waitFor();
      scene.propose(agent, "README.md", "# Read me\n\nMore *words*.\n");
      scene.propose(
        agent,
        "src/server/very/long/path/to/some/deeply/nested/component/withAVeryLongFileName.test.ts",
        shorterProgram,
      );
      scene.propose(other, "src/new.ts", "export const fresh = true;\n");
      const isPhone = name === "phone";
      await page.locator("[data-ready] .hunk-bar").first().waitFor();
      await page.locator(".tok-keyword").first().waitFor();
      await picture(page, `${name}-review`);
      expect.soft(await violations(page)).toEqual([]);
      if (isPhone) {
        await page.getByRole("button", { name: "All reviews" }).click();
        await picture(page, `${name}-reviews`);
        await page
          .getByRole("button", { name: /main\.ts/ })
          .first()
          .click();
      } else {
        await page.getByRole("button", { name: "One column" }).click();
        await page.locator(".diff-removed").first().waitFor();
        await picture(page, `${name}-unified`);
        expect.soft(await violations(page)).toEqual([]);
      }
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await picture(page, `${name}-help`);
      expect.soft(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");

      await page.getByRole("link", { name: "Editor" }).click();
      if (isPhone) await picture(page, `${name}-files`);
      await page.getByRole("treeitem", { name: "src" }).click();
      await page.getByRole("treeitem", { name: "server" }).click();
      await page.getByRole("treeitem", { name: "main.ts" }).click();
      await page.locator(".cm-content .tok-keyword").first().waitFor();
      await picture(page, `${name}-editor`);
      expect.soft(await violations(page)).toEqual([]);
      await page.keyboard.press("Control+p");
      await page.getByRole("combobox").fill("main");
      await page.getByRole("option").first().waitFor();
      await picture(page, `${name}-quick-open`);
      expect.soft(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");

      await page.getByRole("link", { name: "Clients" }).click();
      await page.getByText("openDiff").first().waitFor();
      await picture(page, `${name}-clients`);
      expect.soft(await violations(page)).toEqual([]);

      await page.getByRole("link", { name: "Traffic" }).click();
      await page
        .getByRole("option", { name: /openDiff/ })
        .first()
        .click();
      await picture(page, `${name}-traffic`);
      expect.soft(await violations(page)).toEqual([]);

      await page.getByRole("link", { name: "Changes" }).click();
      await picture(page, `${name}-no-changes`);
      expect.soft(await violations(page)).toEqual([]);
      expect(scene.complaints).toEqual([]);
    });
  });
}

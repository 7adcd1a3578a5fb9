import { afterAll, expect, test } from "vitest";
import { closeBrowser } from "./workbench/browser.ts";
import { picture, Scene } from "./workbench/scene.ts";

afterAll(closeBrowser);

/** Trojan Source: what is read is not what runs. Each of these holds marks that turn text, or that nobody sees. */
const removed = [
  "if (access !== 'user\u202e \u2066// check\u2069 \u2066') {\n",
  "const ad\u200bmin = 1;\n",
  "const a\u3164 = 2;\n",
  "// \u{e0068}\u{e0069}\n",
].join("");
const added = [
  "if (access !== 'user\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {\n",
  "const ad\u200dmin = 1;\n",
  "const a\uffa0\ufe0f = 2;\n",
  "// \u{e0100}\u{e0101} 👨‍👩‍👧 می‌خواهم ❤️\n",
].join("");

test("what nobody would see has a mark, in what goes and in what comes", async () => {
  await using scene = await Scene.start({ "a.ts": removed });
  const page = await scene.open();
  scene.propose(await scene.agent(), "a.ts", added);
  const lines = page.locator(".cm-line, del");
  await expect.poll(() => lines.count()).toBe(10);
  await picture(page, "attack-trojan-source");
  const marks = () =>
    lines.evaluateAll((all) => all.map((line) => line.querySelectorAll(".cm-specialChar").length));
  expect(await marks()).toEqual([4, 1, 1, 2, 0, 9, 1, 2, 2, 0]);
  await page.getByRole("button", { name: "One column" }).click();
  await expect.poll(() => lines.count()).toBe(9);
  await picture(page, "attack-trojan-source-one-column");
  expect(await marks()).toEqual([4, 1, 1, 2, 9, 1, 2, 2, 0]);
  const unseen = /[\u200b\u202a-\u202e\u2060-\u2069\u3164\uffa0\ufeff\u{e0000}-\u{e0fff}]/u;
  expect((await lines.allTextContents()).filter((line) => unseen.test(line))).toEqual([]);
  expect(scene.complaints).toEqual([]);
});

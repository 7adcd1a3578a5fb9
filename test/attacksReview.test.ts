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

test("hostile names and messages are text in every panel of the page", async () => {
  const evil = "<img src=x onerror=alert(1)>\u202egpj\u2066\u200b";
  await using scene = await Scene.start({ [`${evil}.ts`]: "const a = 1;\n" });
  const page = await scene.open();
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const agent = await scene.agent(evil);
  // What it writes without asking, then a question, and calls of tools that nobody knows.
  await agent.closeAllDiffs();
  await agent.diagnostics(scene.path(`${evil}.ts`));
  scene.write(`${evil}.ts`, `const b = "${evil}";\n`);
  await agent.diagnostics();
  scene.propose(agent, `${evil}.ts`, `const c = "${evil}";\n`);
  const panels = page.getByRole("navigation", { name: "Panels" });
  /** What each panel shows of it, beside the name of the agent above. */
  const shown = {
    Reviews: page.locator("#review-title"),
    Changes: page.locator(".list-item .file-name"),
    Editor: page.locator(".ellipsis", { hasText: ".ts" }),
    Clients: page.locator(".card h2"),
    Traffic: page.locator(".message-text"),
  };
  const seen: Record<string, { named: boolean; unseen: boolean; images: number }> = {};
  for (const [name, place] of Object.entries(shown)) {
    await panels.getByRole("link", { name }).click();
    if (name === "Traffic") {
      await agent.callTool(evil, {}).catch(() => {});
      await page.getByText("tools/call <img").first().click();
    }
    await place.first().waitFor();
    await picture(page, `attack-names-${name.toLowerCase()}`);
    const text = await page.evaluate<string>("document.body.textContent");
    seen[name] = {
      named:
        (await place.first().textContent())?.includes("<img src=x onerror=alert(1)>\\u{202e}gpj") ?? false,
      unseen: /[\u202e\u2066\u200b]/u.test(text),
      images: await page.locator("img[src=x]").count(),
    };
  }
  const fine = { named: true, unseen: false, images: 0 };
  expect(seen).toEqual({ Reviews: fine, Changes: fine, Editor: fine, Clients: fine, Traffic: fine });
  expect([dialogs, scene.complaints]).toEqual([[], []]);
});

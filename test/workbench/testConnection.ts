import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { picture, Scene } from "./scene.ts";

export function testConnection(): void {
  describe("the page and its connection", () => {
    test("idebridge goes and comes back: so does the page, with what was not saved", async () => {
      await using scene = await Scene.start({ "a.txt": "one\n" });
      const page = await scene.open();
      await page.keyboard.press("Control+p");
      await page.getByRole("combobox").fill("a.txt");
      await page.getByRole("option").first().click();
      await page.locator(".code .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("not saved");
      await page.getByRole("tab", { name: "a.txt, not saved" }).waitFor();
      await scene.served.ide.close();
      await page.getByText("idebridge is not there").waitFor();
      // Nobody knows what agents see meanwhile; what was known of the files is still there.
      expect(await page.getByRole("switch").count()).toBe(0);
      await page.keyboard.press("Escape");
      await page.getByRole("link", { name: "Reviews" }).click();
      await page.getByRole("link", { name: "Editor" }).click();
      await page.getByRole("treeitem", { name: "a.txt" }).waitFor();
      await picture(page, "offline");
      await page.locator(".code .cm-content").click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(", nor this");
      await scene.served.restart();
      await page.getByText("idebridge is not there").waitFor({ state: "detached" });
      await expect
        .poll(async () => (await scene.served.ide.editor.readText(scene.path("a.txt"))) ?? "")
        .toBe("one\nnot saved, nor this");

      await page.getByRole("link", { name: "Reviews" }).click();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("b.txt"), contents: "b\n" });
      await page.getByRole("button", { name: "Accept file" }).click();
      expect(await answer).toMatchObject({ outcome: "accepted", contents: "b\n" });
    });

    test("on a phone: messages cover no button, and what is wrong with the connection is seen whole", async () => {
      await using scene = await Scene.start({ "a.txt": "one\n" });
      const page = await scene.open({ viewport: { width: 360, height: 740 }, hasTouch: true });
      scene.propose(await scene.agent(), "a.txt", "two\n");
      await page.locator("[data-takes-keys=true]").waitFor();
      await page.keyboard.press("Enter");
      const bottom = (box: { y: number; height: number } | null) => box!.y + box!.height;
      const toast = await page.locator(".toast").getByText("Not sent").boundingBox();
      expect(bottom(toast)).toBeLessThan((await page.locator(".pane-foot").boundingBox())!.y);

      await page.getByRole("link", { name: "Traffic" }).click();
      const tools = await page.locator(".pane-tools > :is(input, select, button)").all();
      const boxes = await Promise.all(tools.map(async (tool) => (await tool.boundingBox())!));
      const middles = new Set(boxes.map(({ y, height }) => Math.round(y + height / 2)));
      expect([boxes.length, middles.size]).toEqual([5, 1]);

      await page.context().clearCookies();
      await scene.served.restart();
      const note = page.getByText("This page needs a new link");
      const { x, width } = (await note.boundingBox())!;
      expect(x + width).toBeLessThan((await page.getByTitle("Keys and settings").boundingBox())!.x);
      await picture(page, "phone-signed-out");
    });

    test("traffic: live, searched, filtered, exported", async () => {
      await using scene = await Scene.start({ "a.txt": "one\n" });
      const page = await scene.open();
      await page.getByRole("link", { name: "Traffic" }).click();
      await page.getByText("No messages yet").waitFor();
      const agent = await scene.agent();
      await agent.diagnostics();
      await agent.callTool("openFile", { filePath: "/nowhere/at/all.txt" }).catch(() => {});
      const messages = page.getByRole("listbox", { name: "Messages" }).getByRole("option");
      await messages.filter({ hasText: "tools/call getDiagnostics" }).first().waitFor();
      await page.getByLabel("Search in messages").fill("tools/call getDiagnostics");
      await expect.poll(() => messages.count()).toBe(2);
      await messages.nth(1).click();
      await page.getByRole("complementary", { name: "Message" }).getByText('"jsonrpc": "2.0"').waitFor();
      await picture(page, "traffic");
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export" }).click();
      const exported: unknown = JSON.parse(readFileSync(await (await download).path(), "utf8"));
      expect(exported).toMatchObject([
        { direction: "fromAgent", kind: "request", method: "tools/call getDiagnostics" },
        { direction: "toAgent", kind: "result", milliseconds: expect.any(Number) },
      ]);
      await page.getByLabel("Search in messages").fill("");
      await page.getByLabel("Which messages").selectOption("errors");
      await expect.poll(() => messages.allTextContents()).toEqual([expect.stringContaining("openFile")]);
    });

    test("who is connected, and that they leave", async () => {
      await using scene = await Scene.start();
      const page = await scene.open();
      await page.keyboard.press("5");
      const agent = await scene.agent("some-agent");
      const card = page.getByRole("article").filter({ hasText: "some-agent" });
      const facts = card.locator("dd");
      await expect
        .poll(() => facts.allTextContents())
        .toEqual([expect.stringMatching(/^\d+:\d\d/), String(process.pid), scene.path(".")]);
      await agent.diagnostics();
      await card.getByRole("row", { name: /getDiagnostics 1 0/ }).waitFor();
      agent.close();
      await page.getByText("No agent is connected").waitFor();
    });

    test("which language servers there are, also before an agent comes", async () => {
      await using scene = await Scene.start(
        { "a.txt": "one\n", "b.txt": "two\n" },
        { languageServers: { servers: { words: { command: [process.execPath], files: ["*.txt"] } } } },
      );
      const page = await scene.open();
      await page.keyboard.press("5");
      const servers = page.getByRole("region", { name: "Language servers" }).getByRole("listitem");
      await expect
        .poll(() => servers.allInnerTexts())
        .toEqual([expect.stringMatching(/words\s+starts when it is needed, 2 files, for plaintext/)]);
      expect(scene.complaints).toEqual([]);
    });

    test("keys count as soon as the page can be seen, and those after them in the dialog that they open", async () => {
      await using scene = await Scene.start();
      // Pressed in the same moment, before anything else can happen there.
      const script = `const watcher = new MutationObserver(async () => {
        if (!document.querySelector("nav")) return;
        watcher.disconnect();
        const key = { key: "p", code: "KeyP", ctrlKey: true, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", key));
        for (let turn = 0; turn < 10; turn++) await undefined;
        window.focused = document.activeElement.getAttribute("role");
      });
      watcher.observe(document, { childList: true, subtree: true });`;
      const page = await scene.open({ prepare: (opening) => opening.addInitScript(script) });
      await expect.poll(() => page.evaluate("window.focused")).toBe("combobox");
    });

    test("every command is in the help, and can be run by name", async () => {
      await using scene = await Scene.start();
      const page = await scene.open();
      await page.keyboard.press("?");
      const help = page.getByRole("dialog", { name: "Keys and settings" });
      await help.getByText("Accept the whole file").waitFor();
      await page.keyboard.press("Escape");
      await help.waitFor({ state: "detached" });
      await page.keyboard.press("Control+Shift+p");
      await page.getByRole("combobox", { name: "Commands" }).fill("go traf");
      await page.keyboard.press("Enter");
      await page.getByText("No messages yet").waitFor();
      expect(scene.complaints).toEqual([]);
    });
  });
}

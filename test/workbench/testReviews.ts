import { writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, test, vi } from "vitest";
import { violations } from "./axe.ts";
import { picture, Scene } from "./scene.ts";

const before = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line};\n`);
const first = "const line4 = 44;\n";
const second = "const line30 = 'thirty';\nconst more = 1;\n";
const after = before.with(4, first).with(30, second).toSpliced(50, 2);
const text = (lines: readonly string[]) => lines.join("");

const hunk = (page: Page, number: number, total = 3) =>
  page.getByRole("group", { name: `Hunk ${number} of ${total}` });
const accept = { name: "Accept:" };
const reject = { name: "Reject:" };

/** Until keys count: those that were meant for what was there before do not. */
const untilKeysCount = (page: Page) => page.locator('[data-takes-keys="true"]').waitFor();

export function testReviews(): void {
  describe("reviews in the page", () => {
    test("two of three hunks accepted by clicking: exactly those", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(page, 1).getByRole("button", accept).click();
      await hunk(page, 2).getByRole("button", reject).click();
      await hunk(page, 3).getByRole("button", accept).click();
      await picture(page, "review-decided");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Send: accept 2 of 3" }).click();
      const expected = text(before.with(4, first).toSpliced(50, 2));
      expect(await answer).toEqual({ outcome: "accepted", contents: expected, edited: true });
      await page.getByText("Nothing to review").waitFor();
      expect(scene.complaints).toEqual([]);
    });

    test("on a narrow page: every button is whole, and seen", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const width = 390;
      const page = await scene.open({ viewport: { width, height: 800 } });
      scene.propose(await scene.agent(), "poem.ts", text(after));
      await hunk(page, 1).getByRole("button", accept).click();
      await hunk(page, 1).getByText("accepted").scrollIntoViewIfNeeded();
      await picture(page, "review-narrow");
      const parts = page.locator(".hunk-button, .pane-foot .button, .progress-note");
      const cut = await parts.evaluateAll(
        (elements, edge) =>
          elements
            .filter(
              (part) =>
                part.scrollWidth > part.clientWidth ||
                part.scrollHeight > part.clientHeight ||
                part.getBoundingClientRect().right > edge,
            )
            .map((part) => part.textContent),
        width,
      );
      expect(await parts.count()).toBeGreaterThan(8);
      expect(cut).toEqual([]);
    });

    test("by keyboard alone, in one column", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(page, 1).waitFor();
      await page.keyboard.press("s");
      await page.locator(".diff-unified .diff-removed").first().waitFor();
      await untilKeysCount(page);
      // To the second one and back, reject it, take that back, and decide all.
      await page.keyboard.press("j");
      await page.keyboard.press("r");
      await hunk(page, 2).getByText("rejected").waitFor();
      await page.keyboard.press("u");
      await page.keyboard.press("k");
      await page.keyboard.press("k");
      await page.keyboard.press("r");
      await page.keyboard.press("a");
      await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      expect(await answer).toMatchObject({ outcome: "accepted", contents: text(before.with(30, second)) });
    });

    test("sent too early: the page says what is undecided, and sends nothing", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(page, 1).waitFor();
      await untilKeysCount(page);
      const notices = page.locator(".toast-text");
      const spoken = page.locator("[role=status][aria-live=polite]");
      await page.keyboard.press("a");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => notices.allTextContents()).toEqual(["Not sent: 2 hunks are undecided"]);
      await expect.poll(() => spoken.textContent()).toMatch(/2 hunks are undecided/);
      await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await expect.poll(() => notices.allTextContents()).toEqual(["Not sent: 1 hunk is undecided"]);
      await picture(page, "review-undecided");
      await page.keyboard.press("r");
      await page.keyboard.press("Control+Enter");
      expect(await answer).toMatchObject({ outcome: "accepted", contents: text(before.with(4, first)) });
      await expect.poll(() => notices.allTextContents()).toEqual(["poem.ts: accepted 1 of 3 hunks"]);
      expect(scene.complaints).toEqual([]);
    });

    test("keys pressed as it appears decide nothing", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      const agent = await scene.agent();
      // As somebody types on whose screen a review appears.
      await page.evaluate(`{
        const press = (key) => dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        new MutationObserver((_, observer) => {
          if (!document.querySelector(".pane-foot")) return;
          observer.disconnect();
          for (const key of ["A", "R", "a", "Enter"]) press(key);
          document.body.dataset.pressed = "yes";
        }).observe(document.body, { subtree: true, childList: true });
      }`);
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await page.locator("body[data-pressed]").waitFor();
      await page.getByText("3 hunks").waitFor();
      await untilKeysCount(page);
      await page.keyboard.press("R");
      expect(await answer).toEqual({ outcome: "rejected" });
    });

    test("edited in place: byte by byte what stands there", async () => {
      // A byte order mark, CRLF, a line with LF only, and no newline at the end.
      const original = "\ufeffone\r\ntwo\r\nthree\nfour\r\nfive";
      await using scene = await Scene.start({ "notes.txt": original });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({
        path: scene.path("notes.txt"),
        contents: original.replace("two", "2").replace("five", "5"),
      });
      await hunk(page, 1, 2).waitFor();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      const editor = page.getByRole("textbox", { name: /notes\.txt, after/ });
      await editor.getByText("2", { exact: true }).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" and a half");
      await page.keyboard.press("Enter");
      await page.keyboard.type("inserted");
      await hunk(page, 1, 2).getByText("accepted as edited").waitFor();
      await picture(page, "review-edited");
      expect(await violations(page)).toEqual([]);
      // Undone and done again, on the last line, with the cursor where it was.
      await editor.getByText("5", { exact: true }).click();
      await page.keyboard.press("End");
      await page.keyboard.type(" six");
      await hunk(page, 2, 2).getByText("accepted as edited").waitFor();
      await page.keyboard.type(" seven");
      await editor.getByText("5 six seven").waitFor();
      await page.keyboard.press("Control+z");
      await editor.getByText("5 six", { exact: true }).waitFor();
      await page.keyboard.press("Control+z");
      await editor.getByText("5", { exact: true }).waitFor();
      const edit = page.getByRole("button", { name: "Edit", exact: true });
      await page.keyboard.press("Escape");
      await edit.click();
      await editor.click();
      await page.keyboard.press("Control+s");
      await edit.waitFor();
      await hunk(page, 2, 2).getByRole("button", reject).click();
      await page.getByRole("button", { name: "Send: accept 1 of 2" }).click();
      expect(await answer).toMatchObject({
        outcome: "accepted",
        contents: "\ufeffone\r\n2 and a half\r\ninserted\r\nthree\nfour\r\nfive",
      });
    });

    test("edited, and the agent leaves: the text stays, to be copied", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open({ permissions: ["clipboard-read", "clipboard-write"] });
      const agent = await scene.agent();
      scene.propose(agent, "poem.ts", text(after));
      await hunk(page, 1).waitFor();
      await page.getByRole("button", { name: "Edit", exact: true }).click();
      await page
        .getByRole("textbox", { name: /poem\.ts, after/ })
        .getByText("44")
        .click();
      await page.keyboard.press("End");
      await page.keyboard.type(" // mine");
      agent.close();
      const note = page.getByRole("alert").filter({ hasText: "This review is over: not decided" });
      await note.getByText("Your text is still here").waitFor();
      await picture(page, "review-own-text");
      expect(await violations(page)).toEqual([]);
      const mine = text(after).replace("= 44;", "= 44; // mine");
      const shown = note.getByRole("textbox", { name: "Your text of poem.ts" });
      expect(await shown.inputValue()).toBe(mine);
      await note.getByRole("button", { name: "Copy" }).click();
      await page.getByText("Copied", { exact: true }).first().waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(mine);
      await page.setViewportSize({ width: 390, height: 800 });
      await picture(page, "review-own-text-narrow");
      await page.reload();
      await note.getByRole("button", { name: "Discard" }).click();
      await note.waitFor({ state: "detached" });
      expect(scene.complaints).toEqual([]);
    });

    test("10,000 lines with 500 edits are 500 hunks: the last one alone is rejected", async () => {
      const many = Array.from({ length: 10_000 }, (_, line) => `const line${line} = ${line};\n`);
      const edited = many.map((line, index) => (index % 20 === 7 ? line.replace("const", "let") : line));
      await using scene = await Scene.start({ "large.ts": text(many) });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("large.ts"), contents: text(edited) });
      await hunk(page, 1, 500).waitFor();
      await page.locator(".diff-after .cm-scroller").evaluate((scroller) => scroller.scrollTo(0, 1e6));
      await hunk(page, 500, 500).getByRole("button", reject).click();
      await page.getByRole("button", { name: "Accept the other 499" }).click();
      expect(await answer).toMatchObject({ contents: text(edited.with(9_987, many[9_987]!)) });
      expect(scene.complaints).toEqual([]);
    });

    test("folded lines open", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      scene.propose(await scene.agent(), "poem.ts", text(after));
      await page.getByRole("button", { name: "19 unchanged lines" }).click();
      await page.locator(".diff-after").getByText("const line15 = 15;").waitFor();
      await page.locator(".diff-before").getByText("const line15 = 15;").waitFor();
    });

    test("several files in one go: progress, the next one by itself, what was decided", async () => {
      await using scene = await Scene.start({ "a.ts": "a\n", "b.ts": "b\n", "c.ts": "c\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      const answers = ["a", "b", "c"].map((name) =>
        agent.openDiff({ path: scene.path(`${name}.ts`), contents: `${name}${name}\n` }),
      );
      await page.getByText("0 of 3 decided").waitFor();
      const title = page.locator("#review-title");
      const decided: string[] = [];
      for (const key of ["A", "R", "A"]) {
        await untilKeysCount(page);
        const name = await title.textContent();
        decided.push(name ?? "");
        await page.keyboard.press(key);
        if (decided.length < 3) {
          await page.getByText(`${decided.length} of 3 decided`).waitFor();
          await expect.poll(() => title.textContent()).not.toBe(name);
        }
      }
      const outcomes = (await Promise.all(answers)).map(({ outcome }) => outcome);
      expect(outcomes.toSorted()).toEqual(["accepted", "accepted", "rejected"]);
      const list = page.getByRole("region", { name: "Decided" });
      await expect.poll(() => list.getByRole("listitem").allTextContents()).toHaveLength(3);
      expect((await list.getByRole("listitem").allTextContents())[1]).toMatch(
        new RegExp(`${decided[1]}[^]*rejected by browser \\d`),
      );
      await picture(page, "review-history");
      expect(await violations(page)).toEqual([]);
    });

    test("the inbox of all agents: each with its own, and each gets its own answer", async () => {
      await using scene = await Scene.start({ "a.ts": "a\n", "b.ts": "b\n" });
      const page = await scene.open();
      const [one, two] = [await scene.agent("one"), await scene.agent("two")];
      const ofOne = one.openDiff({ path: scene.path("a.ts"), contents: "aa\n" });
      await page.getByRole("article").getByText("asked by one").waitFor();
      const ofTwo = two.openDiff({ path: scene.path("b.ts"), contents: "bb\n" });
      await page.getByRole("link", { name: "Reviews 2 to review" }).waitFor();
      const inbox = (name: string) => page.getByRole("region", { name: `Asked by ${name}` });
      await inbox("one").getByText("a.ts").waitFor();
      await inbox("two").getByRole("button", { name: "b.ts" }).click();
      await page.getByRole("article").getByText("asked by two").waitFor();
      await page.getByRole("button", { name: "Reject file" }).click();
      expect(await ofTwo).toEqual({ outcome: "rejected" });
      await page.getByRole("article").getByText("asked by one").waitFor();
      await page.getByRole("button", { name: "Accept file" }).click();
      expect(await ofOne).toMatchObject({ outcome: "accepted", contents: "aa\n" });
    });

    test("a decision can be undone until the agent knows", async () => {
      await using scene = await Scene.start({ "a.ts": "a\n" });
      const page = await scene.open({ undoSeconds: "5" });
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("a.ts"), contents: "b\n" });
      await page.getByRole("button", { name: "Reject file" }).click();
      await page.getByText("rejected by browser, sending").waitFor();
      await picture(page, "review-held");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Undo" }).click();
      await page.getByRole("button", { name: "Accept file" }).click();
      await page.getByText("accepted by browser, sending").waitFor();
      // Whoever leaves cannot undo any more: the agent does not wait.
      await page.close();
      expect(await answer).toMatchObject({ outcome: "accepted", contents: "b\n" });
    });

    test("two pages stay in step, and a terminal can be faster", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const [one, two] = [await scene.open(), await scene.open()];
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(one, 2).getByRole("button", reject).click();
      await hunk(two, 2).getByText("rejected").waitFor();
      await hunk(two, 1).getByRole("button", accept).click();
      await one.getByText("2 of 3 decided: 1 accepted, 1 rejected").waitFor();
      await one.getByRole("button", { name: "Accept the last one" }).click();
      expect(await answer).toMatchObject({ contents: text(before.with(4, first).toSpliced(50, 2)) });
      await two.getByText("Nothing to review").waitFor();

      const next = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(one, 1).waitFor();
      const control = await scene.served.control("terminal");
      const [review] = await control.request("reviews/list");
      await control.request("reviews/decide", { id: review!.id, decision: { outcome: "rejected" } });
      expect(await next).toEqual({ outcome: "rejected" });
      for (const page of [one, two]) {
        await page.getByRole("region", { name: "Decided" }).getByText("rejected by terminal").waitFor();
      }
      control.close();
    });

    test("the file changes meanwhile: nothing of it is lost", async () => {
      await using scene = await Scene.start({ "poem.ts": text(before) });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(page, 1).getByRole("button", accept).click();
      await hunk(page, 2).getByRole("button", reject).click();
      await hunk(page, 3).getByRole("button", reject).click();
      const changed = before.with(1, "const changed = true;\n");
      writeFileSync(scene.path("poem.ts"), text(changed));
      await page.locator(".toast-error").getByText("The file has changed on disk meanwhile").waitFor();
      await page.locator(".diff-before").getByText("const changed = true;").waitFor();
      await page.reload();
      await page.locator(".diff-before").getByText("const changed = true;").waitFor();
      await page.getByRole("button", { name: "Send: accept 1 of 3" }).click();
      expect(await answer).toMatchObject({ contents: text(changed.with(4, first)) });

      const all = agent.openDiff({ path: scene.path("poem.ts"), contents: text(after) });
      await hunk(page, 1, 4).waitFor();
      writeFileSync(scene.path("poem.ts"), text(changed.with(28, "const again = true;\n")));
      await page.locator(".diff-before").getByText("const again = true;").waitFor();
      await page.getByRole("button", { name: "Accept file" }).click();
      // The agent did not know of either line: the first is in its way, and was shown; the second is not, and stays.
      expect(await all).toMatchObject({ contents: text(after.with(28, "const again = true;\n")) });
    });

    test("what cannot be shown is decided as a whole; what changes nothing says so", async () => {
      await using scene = await Scene.start({
        "data.bin": Buffer.from([0, 1, 2, 255]),
        "same.txt": "same\n",
      });
      const page = await scene.open();
      const agent = await scene.agent();
      const binary = agent.openDiff({ path: scene.path("data.bin"), contents: "text\n" });
      await page.getByText("The present contents cannot be shown").waitFor();
      await page.getByRole("button", { name: "Accept file" }).click();
      expect(await binary).toMatchObject({ outcome: "accepted", contents: "text\n" });
      const same = agent.openDiff({ path: scene.path("same.txt"), contents: "same\n" });
      await page.getByText("Nothing would change").waitFor();
      await page.getByRole("button", { name: "Reject file" }).click();
      expect(await same).toEqual({ outcome: "rejected" });
    });

    test("names and contents are shown, never obeyed", async () => {
      const evil = "<img src=x onerror=alert(1)>";
      await using scene = await Scene.start();
      const page = await scene.open();
      const agent = await scene.agent(`agent${evil}`);
      const name = `a\u202egpj\n${evil.replaceAll("/", "")}.html`;
      scene.propose(agent, name, `${evil}\n<script>alert(1)</script>\u202e\n`);
      await page.locator("#review-title").getByText("a\\u{202e}gpj\\u{a}<img").waitFor();
      await page.locator(".cm-content").getByText("<script>alert(1)</script>").waitFor();
      expect(await page.locator("img:not(.cm-widgetBuffer), .cm-content script").count()).toBe(0);
      await picture(page, "review-hostile");
      expect(scene.complaints).toEqual([]);
    });

    test("arrivals and decisions are read aloud", async () => {
      await using scene = await Scene.start({ "a.ts": "a\n" });
      const page = await scene.open();
      const agent = await scene.agent();
      const spoken = page.locator("[role=status][aria-live=polite]");
      const answer = agent.openDiff({ path: scene.path("a.ts"), contents: "b\n" });
      await expect
        .poll(() => spoken.textContent())
        .toMatch(/claude-code wants to change a\.ts\. 1 to review/);
      await page.getByRole("button", { name: "Accept file" }).click();
      await answer;
      await expect.poll(() => spoken.textContent()).toMatch(/a\.ts: accepted/);
      await vi.waitFor(() => expect(scene.complaints).toEqual([]));
    });
  });
}

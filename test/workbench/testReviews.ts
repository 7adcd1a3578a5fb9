import { describe, expect, test } from "vitest";
import { picture, Scene } from "./scene.ts";

const poem = Array.from({ length: 60 }, (_, line) => `const line${line} = ${line};\n`);
const threeChanges = poem
  .with(4, "const line4 = 44;\n")
  .with(30, "const line30 = 'thirty';\nconst more = 1;\n")
  .toSpliced(50, 2);

export function testReviews(): void {
  describe("reviews in the page", () => {
    test("two of three hunks accepted by clicking: exactly those", async () => {
      await using scene = await Scene.start({ "poem.ts": poem.join("") });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.openDiff({ path: scene.path("poem.ts"), contents: threeChanges.join("") });
      await page.getByText("3 hunks").waitFor();
      await picture(page, "review-split");
      const hunk = (number: number) => page.getByRole("group", { name: `Hunk ${number} of 3` });
      await hunk(1).getByRole("button", { name: "Accept" }).click();
      await hunk(2).getByRole("button", { name: "Reject" }).click();
      await hunk(3).getByRole("button", { name: "Accept" }).click();
      await picture(page, "review-decided");
      await page.getByRole("button", { name: "Send: accept 2 of 3" }).click();
      const expected = poem.with(4, "const line4 = 44;\n").toSpliced(50, 2).join("");
      expect(await answer).toEqual({ outcome: "accepted", contents: expected, edited: true });
      expect(scene.complaints).toEqual([]);
    });
  });
}

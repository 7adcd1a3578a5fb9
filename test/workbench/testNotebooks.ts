import { describe, expect, test } from "vitest";
import { violations } from "./axe.ts";
import { picture, Scene } from "./scene.ts";

const plot = `import base64
from IPython.display import Image, display
print("a bar:")
display(Image(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAABlBMVEX/AAD///9BHTQRAAAAEUlEQVR4nGNgYPjPQCr+zwAAUHwH+cF7Dk4AAAAASUVORK5CYII=")))
40 + 2`;

export function testNotebooks(): void {
  describe("notebooks in the page", () => {
    test("code is allowed, runs, and shows text and images", async () => {
      await using scene = await Scene.start({}, { notebooks: { ask: true } });
      const page = await scene.open();
      const agent = await scene.agent();
      const answer = agent.executeCode(plot);
      await page.getByRole("region", { name: "Messages" }).getByRole("button", { name: "Look" }).click();
      const card = page.getByRole("article", { name: "Code of claude-code" });
      await card.getByText("asks to run").waitFor();
      await picture(page, "notebook-asked");
      await card.getByRole("button", { name: "Run" }).click();
      await card.getByText("42", { exact: true }).waitFor({ timeout: 40_000 });
      await card.getByRole("img", { name: "Output of the code" }).waitFor();
      await card.getByText(/done in/).waitFor();
      await picture(page, "notebook");
      expect(await violations(page)).toEqual([]);
      expect(await answer).toMatchObject({
        outputs: expect.arrayContaining([expect.objectContaining({ type: "image" })]),
      });

      const refused = agent.executeCode("1 / 0").catch((error: Error) => error.message);
      await page.getByRole("button", { name: "Refuse" }).click();
      await page.getByText("refused, decided by browser").waitFor();
      await refused;
      expect(scene.complaints).toEqual([]);
    });
  });
}

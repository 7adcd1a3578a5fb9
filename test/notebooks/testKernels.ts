import { describe, expect, test } from "vitest";
import { NotebookDesk, notebook, textOf } from "./notebookDesk.ts";

export function testKernels(): void {
  describe("which kernel", () => {
    test("each notebook has its own, in its own folder", async () => {
      await using desk = await NotebookDesk.start({
        files: { "a.ipynb": notebook(), "sub/b.ipynb": notebook() },
      });
      const agent = await desk.agent();
      const where = "import os\nprint(os.getcwd(), os.environ['JPY_SESSION_NAME'], globals().get('x'))";
      await desk.open("a.ipynb");
      await agent.executeCode("x = 'a'");
      await desk.open("sub/b.ipynb");
      await agent.executeCode("x = 'b'");
      const second = textOf(await agent.executeCode(where));
      await desk.open("a.ipynb");
      const first = textOf(await agent.executeCode(where));
      expect([first, second]).toEqual([
        `${desk.folder} ${desk.path("a.ipynb")} a`,
        `${desk.path("sub")} ${desk.path("sub/b.ipynb")} b`,
      ]);
    });
  });
}

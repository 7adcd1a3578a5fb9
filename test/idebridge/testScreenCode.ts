import { describe, expect, test } from "vitest";
import { notebook, textOf } from "../notebooks/notebookDesk.ts";
import { Project } from "./project.ts";
import { serveOnScreen, takesDecisions } from "./proposing.ts";

export function testScreenCode(): void {
  describe("code on the screen", () => {
    test("is asked about when that is set: y runs it, n does not, another terminal may decide", async () => {
      await using project = new Project({ "a.ipynb": notebook() });
      project.writeSettings({ notebooks: { ask: true } });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      await project.run("open", "a.ipynb");

      const allowed = agent.executeCode("x = 20\nx + 1");
      await takesDecisions(screen, "agent wants to run code in a.ipynb #1");
      await screen.until("2 x + 1");
      screen.press("y");
      expect(textOf(await allowed)).toBe("21");

      const refused = agent.executeCode("x = 0");
      await takesDecisions(screen, "#2");
      screen.press("n");
      expect(textOf(await refused)).toBe("The user does not want this code to be run");

      const elsewhere = agent.executeCode("x");
      await takesDecisions(screen, "#3");
      const control = await project.control("another");
      await control.request("executions/decide", { id: 3, allow: true });
      control.close();
      await screen.until("Code #3 was allowed by another");
      expect(textOf(await elsewhere)).toBe("20");
      await screen.until("No change waits for a decision");
    });
  });
}

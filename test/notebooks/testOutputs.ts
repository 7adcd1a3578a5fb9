import type { Ide } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NotebookDesk, notebook, textOf } from "./notebookDesk.ts";

const plot = `
import matplotlib.pyplot as plt
plt.plot([1, 2, 3])
plt.show()
print("plotted")
`;

const progress = `
import sys, time
for i in range(101):
    sys.stderr.write(f"\\r{i:3d}%|{'#' * (i // 10):10}|")
    sys.stderr.flush()
sys.stderr.write("\\n")
print("\\x1b[32mgreen\\x1b[0m and \\x1b[1mbold\\x1b[0m")
`;

const table = `
class Table:
    def _repr_html_(self):
        return ("<style>td { color: red }</style><table><tr><th>name</th><th>n</th></tr>"
                "<tr><td>a &amp; b</td><td>1</td></tr></table><script>alert(1)</script>")
Table()
`;

const displays = `
from IPython.display import display, clear_output
handle = display("first", display_id=True)
print("between")
handle.update("second")
`;

const clearing = `
from IPython.display import clear_output
print("gone")
clear_output(wait=True)
print("stays")
`;

export function testOutputs(): void {
  describe("what code shows", () => {
    let desk: NotebookDesk;
    let agent: Ide;
    beforeAll(async () => {
      desk = await NotebookDesk.start({ files: { "a.ipynb": notebook() } });
      await desk.open("a.ipynb");
      agent = await desk.agent();
    });
    afterAll(() => desk[Symbol.asyncDispose]());

    test("texts and values, in any script, and what was defined before", async () => {
      const answers = [
        await agent.executeCode("x = 20\nprint('hällo ☃ 🎈')\nx + 1"),
        await agent.executeCode("x * 2"),
        await agent.executeCode("y = 1"),
        await agent.executeCode(""),
      ];
      expect(answers.map(textOf)).toEqual(["hällo ☃ 🎈\n21", "40", "(no output)", "(no output)"]);
    });

    test("an error, with its traceback and without colours", async () => {
      const answer = await agent.executeCode("def f():\n    return 1 / 0\nprint('before')\nf()");
      expect(answer).toEqual({ failed: true, outputs: [{ type: "text", text: expect.any(String) }] });
      const text = textOf(answer);
      expect(text).toMatch(/^before\n-+\nZeroDivisionError +Traceback/);
      expect(text).toMatch(/----> 2 +return 1 \/ 0\n[\s\S]*ZeroDivisionError: division by zero$/);
      expect(text).not.toContain("\u001b");
    });

    test("a plot, as an image where it stands", async () => {
      const { outputs, failed } = await agent.executeCode(plot);
      expect({ failed, outputs }).toEqual({
        failed: undefined,
        outputs: [
          { type: "image", mimeType: "image/png", data: expect.stringMatching(/^iVBORw0KGgo[\w+/]+=*$/) },
          { type: "text", text: "plotted" },
        ],
      });
    });

    test.each([
      ["HTML, reduced to text", table, "name | n\na & b | 1"],
      ["progress bars, in their last state", progress, "100%|##########|\ngreen and bold"],
      ["a display that is updated", displays, "'second'\nbetween"],
      ["what is cleared", clearing, "stays"],
      ["the output of a program that it starts", "!echo from a shell", "from a shell"],
      [
        "output of a thread",
        "import threading\nt = threading.Thread(target=lambda: print('thread'))\nt.start(); t.join()",
        "thread",
      ],
      ["several values", "from IPython.display import display\ndisplay(1)\ndisplay('two')\n3", "1\n'two'\n3"],
      [
        "Markdown and LaTeX",
        "from IPython.display import display, Markdown, Math\ndisplay(Markdown('# head'))\ndisplay(Math('x^2'))",
        "# head\n$\\displaystyle x^2$",
      ],
    ])("%s", async (_name, code, text) => {
      expect(textOf(await agent.executeCode(code))).toBe(text);
    });

    test("help, which a notebook shows in its pager", async () => {
      expect(textOf(await agent.executeCode("len?"))).toMatch(
        /Signature: len\(obj, \/\)[\s\S]*number of items/,
      );
    });

    test("much of it: the start, the end, and how much is missing", async () => {
      const text = textOf(await agent.executeCode("for i in range(100_000): print('line', i)"));
      expect(text).toMatch(
        /^line 0\nline 1\n[\s\S]*\n\[… 1,0\d\d,\d{3} characters left out …\]\n[\s\S]*line 99999$/,
      );
      expect(text.length).toBeLessThan(35_000);
    });

    test("one line of 100 MB", async () => {
      const text = textOf(await agent.executeCode("print('x' * 100_000_000, flush=True)\nprint('end')"));
      expect(text).toMatch(/Output of 9\d\.\d MB left out/);
      expect(text).toContain("end");
    });

    test("many images: as many as fit", async () => {
      const { outputs } = await agent.executeCode(
        "from IPython.display import display, Image\nimport base64\n" +
          "png = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')\n" +
          "for i in range(30): display(Image(png))",
      );
      expect(outputs.filter(({ type }) => type === "image")).toHaveLength(20);
      expect(textOf({ outputs: outputs.slice(20) })).toContain("An image (image/png, 1 KB) was left out");
    });

    test("a question to the user is refused, and says so", async () => {
      const answer = await agent.executeCode("input('name? ')");
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(/StdinNotImplementedError[\s\S]*give the value in the code/);
    });
  });
}

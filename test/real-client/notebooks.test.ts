import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { type ModelBlock, text, toolUse } from "./modelApi.ts";
import type { ContentBlock, ModelRequest } from "./modelRequest.ts";

const [newest] = claudeVersions;
const notebook = JSON.stringify({
  cells: [],
  metadata: { kernelspec: { name: "python3", language: "python", display_name: "Python 3" } },
  nbformat: 4,
  nbformat_minor: 5,
});
const files = { "selected.txt": "one\ntwo\nthree\n", "analysis.ipynb": notebook };

const plot =
  "import matplotlib.pyplot as plt\nplt.plot([n * n for n in range(10)])\nplt.title(title)\nplt.show()";
const execute = (code: string): readonly ModelBlock[] => [toolUse("mcp__ide__executeCode", { code })];

/** The blocks of the tool results that the model has been told last. */
function resultBlocks({ body }: ModelRequest): readonly ContentBlock[] {
  const content = (body.messages ?? []).flatMap((message) =>
    typeof message.content === "string" ? [] : message.content,
  );
  const last = content.findLast(({ type }) => type === "tool_result")?.content ?? [];
  return typeof last === "string" ? [{ type: "text", text: last }] : last;
}

test.each(claudeVersions)(
  "%s: a plot reaches the model as an image, and the state is kept",
  async (version) => {
    await installClaude(version);
    await using beside = await BesideClaude.create({ version, files });
    const { api } = beside.client;
    const idebridge = await beside.serve();
    await beside.run("open", "analysis.ipynb");
    const claude = await beside.client.start({
      args: ["--ide", "--permission-mode", "default", "--allowed-tools", "mcp__ide__executeCode"],
    });
    await beside.listens(claude);
    api.play(execute("title = 'squares'\nprint('defined', title)"), execute(plot), [text("end of plot.")]);
    await claude.submit("plot the squares");
    const printed = await api.waitForRequest(({ newText }) => newText.includes("defined squares"), 60_000);
    const plotted = await api.waitForRequest(
      (request) => resultBlocks(request).some(({ type }) => type === "image"),
      60_000,
    );
    await claude.waitForScreen("end of plot.");
    expect(printed.toolResults.at(-1)).toMatchObject({ text: "defined squares", isError: false });
    const image = resultBlocks(plotted).find(({ type }) => type === "image") as unknown as {
      readonly source: { readonly type: string; readonly media_type: string; readonly data: string };
    };
    expect(image.source).toMatchObject({ type: "base64", media_type: "image/png" });
    const png = Buffer.from(image.source.data, "base64");
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    await idebridge.shows(/▶ claude-code runs code in analysis\.ipynb #1 title = 'squares' …/);
    await idebridge.shows(/✓ code #2 done after \d+\.\d s: 1 image/);
    // Nothing is written into the notebook.
    expect(readFileSync(beside.client.path("analysis.ipynb"), "utf8")).toBe(notebook);
  },
);

test(`${newest}: an error is told as one, and Esc stops code that runs`, async () => {
  await installClaude(newest);
  await using beside = await BesideClaude.create({ version: newest, files });
  const { api } = beside.client;
  const idebridge = await beside.serve();
  await beside.run("open", "analysis.ipynb");
  const claude = await beside.client.start({
    args: ["--ide", "--permission-mode", "default", "--allowed-tools", "mcp__ide__executeCode"],
  });
  await beside.listens(claude);
  api.play(execute("kept = 1\n1 / 0"), execute("import time\nwhile True: time.sleep(0.05)"));
  await claude.submit("fail, then hang");
  const failed = await api.waitForRequest(({ newText }) => newText.includes("ZeroDivisionError"), 60_000);
  expect(failed.toolResults.at(-1)?.isError).toBe(true);
  await idebridge.shows("▶ claude-code runs code in analysis.ipynb #2");
  await claude.press("escape");
  await idebridge.shows(/■ code #2 stopped after/);
  await vi.waitFor(async () => expect(await beside.run("kernels")).toMatch(/analysis\.ipynb +idle/));
  api.play(execute("kept + 41"), [text("end of all.")]);
  await claude.submit("go on");
  await claude.waitForScreen("end of all.");
  expect(api.mainRequests.at(-1)?.newText).toContain("42");
});

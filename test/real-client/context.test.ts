import type { Range } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClaudeTerminal, promptBox } from "./claudeTerminal.ts";
import { library, runCommand, serveCommand } from "./hosts.ts";
import { type IdeHost, someSelection } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";
import { servedEditor } from "./servedEditor.ts";

const lines = (first: number, last: number): Range => ({
  start: { line: first, character: 0 },
  end: { line: last, character: 12 },
});
const threeLines = "const one = 1;\nconst two = 2;\nconst three = 3;\n";
/** One pixel. */
const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const kinds = [...library, serveCommand, runCommand];

describe.each(kinds)("Claude Code $version learns from $host", ({ version, open, startsClient }) => {
  let host: IdeHost;
  let claude: ClaudeTerminal;

  beforeAll(async () => {
    await installClaude(version);
    host = await open({
      files: {
        "a.ts": "const a = 1;\nconst b = 2;\nconst c = 3;\n",
        ...Object.fromEntries(["whole.ts", "two.ts", "third.ts"].map((name) => [name, threeLines])),
        "src/deep/b.ts": "export const deep = true;\n",
        ".env": "SECRET=1234\n",
      },
    });
    if (!startsClient) expect(await host.mention({ path: host.client.path("a.ts") })).toBe("queued");
    claude = await host.start();
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  const isSelectionShown = (screen: string) => someSelection.test(screenOfNow(screen));

  /** Sends the prompt and returns what the model was newly told. */
  const ask = async (prompt: string) => {
    host.client.api.play([text(`end of ${prompt}.`)]);
    await claude.submit(prompt);
    const request = await host.client.api.waitForRequest(({ newText }) => newText.includes(prompt));
    await claude.waitForScreen(`end of ${prompt}.`);
    return request.newText;
  };

  /** Sends what is in the prompt box. */
  const send = async (marker: string) => {
    host.client.api.play([text(`end of ${marker}.`)]);
    const before = host.client.api.mainRequests.length;
    await claude.send();
    await claude.waitForScreen(`end of ${marker}.`);
    return host.client.api.mainRequests[before]?.newText ?? "";
  };

  const testBefore = startsClient ? () => {} : test;
  testBefore("what was mentioned before it came, once it has come", async () => {
    await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes("@a.ts"));
    expect(await send("queued")).toContain("const c = 3;");
  });

  test("the selection: on its screen, and to the model", async () => {
    const path = host.client.path("a.ts");
    await host.select("a.ts", lines(0, 1));
    await claude.waitForScreen("⧉ 2 lines selected");
    const told = await ask("what is selected");
    // Lines count from 1 in the newest version, from 0 in the older ones.
    const where = version === "2.1.325" ? "lines 1 to 2" : "lines 0 to 1";
    expect(told).toContain(`The user selected the ${where} from ${path}:\nconst a = 1;\nconst b = 2;`);

    await host.select("a.ts");
    await claude.waitForScreen("⧉ In a.ts");
    expect(await ask("what is open")).toContain(`The user opened the file ${path} in the IDE.`);
  });

  test("no selection any more when the editor loses the focus, or sharing is paused", async () => {
    await host.select("a.ts", lines(0, 0));
    await claude.waitForScreen("⧉ 1 line selected");
    await host.blur();
    await claude.waitForScreen((screen) => !isSelectionShown(screen));

    await host.select("a.ts", lines(0, 1));
    await claude.waitForScreen("⧉ 2 lines selected");
    await host.pause(true);
    await claude.waitForScreen((screen) => !isSelectionShown(screen));
    expect(await ask("what is paused")).not.toContain("The user selected");
    await host.pause(false);
    await claude.waitForScreen("⧉ 2 lines selected");
  });

  test("nothing of a file that is denied", async () => {
    await host.select("a.ts", lines(0, 0));
    await claude.waitForScreen("⧉ 1 line selected");
    await host.select(".env", lines(0, 0));
    await claude.waitForScreen((screen) => !isSelectionShown(screen));
    const told = await ask("what is secret");
    expect(told).not.toMatch(/SECRET|\.env|The user selected|The user opened/);
    await expect(host.mention({ path: host.client.path(".env") })).rejects.toThrow("not shared");
  });

  // Each with a file of its own: what the model has read already, it is not told again.
  test.each([
    { path: "whole.ts", shown: "@whole.ts", told: ["const one", "const two", "const three"] },
    { path: "two.ts", lines: { first: 0, last: 1 }, shown: "@two.ts#L1-2", told: ["const one", "const two"] },
    { path: "third.ts", lines: { first: 2, last: 2 }, shown: "@third.ts#L3", told: ["const three"] },
    { path: "src/deep", shown: "@src/deep", told: ["b.ts"] },
  ])("a mention: $shown", async ({ path, shown, told, lines }) => {
    await host.blur();
    const mention = { path: host.client.path(path), ...(lines && { lines }) };
    expect(await host.mention(mention)).toBe("sent");
    await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes(shown));
    const newText = await send(`mention ${shown}`);
    expect(
      ["const one", "const two", "const three", "b.ts"].filter((each) => newText.includes(each)),
    ).toEqual(told);
  });
});

test.each(claudeVersions)(
  "%s gives text and picture of the code that it runs to the model",
  async (version) => {
    await installClaude(version);
    await using served = await servedEditor({ version });
    const claude = await served.start({
      args: ["--permission-mode", "default", "--allowed-tools", "mcp__ide__executeCode"],
    });
    served.editor.kernel = (code) => ({
      outputs: [
        { type: "text", text: `ran ${code}` },
        { type: "image", data: picture, mimeType: "image/png" },
      ],
    });
    served.client.api.play(
      [toolUse("ToolSearch", { query: "select:mcp__ide__executeCode" })],
      [toolUse("mcp__ide__executeCode", { code: "plot(1)" }, "toolu_plot")],
      [text("end of plot.")],
    );
    await claude.submit("plot it");
    const { body } = await served.client.api.waitForRequest(({ newText }) => newText.includes("ran plot(1)"));
    const results = (body.messages ?? [])
      .flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .filter((block) => block.tool_use_id === "toolu_plot");
    expect(results).toMatchObject([
      {
        type: "tool_result",
        content: expect.arrayContaining([
          { type: "text", text: "ran plot(1)" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: picture } },
        ]),
      },
    ]);
    await claude.waitForScreen("end of plot.");
  },
);

/** From the prompt box on: above it, old prompts keep what was selected then. */
function screenOfNow(screen: string): string {
  const rows = screen.split("\n");
  const bottom = rows.findLastIndex((row) => /^─{10,}/.test(row));
  const top = rows.slice(0, bottom).findLastIndex((row) => /^─{10,}/.test(row));
  return rows.slice(top).join("\n");
}

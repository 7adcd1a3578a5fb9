import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import type { TerminalProgram } from "../idebridge/terminalProgram.ts";
import { claudeEnvironment, writeClaudeConfig } from "./claudeConfig.ts";
import { type ClaudeTerminal, promptBox } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text } from "./modelApi.ts";

const [newest, ...older] = claudeVersions;
const selected = { "selected.txt": "one\ntwo\nthree\n" };
const names = ["accepted", "rejected", "again", "stopped"];
const files = { ...selected, ...Object.fromEntries(names.map((name) => [`${name}.ts`, "const a = 1;\n"])) };
const question = "accept it?";

/** Each question of idebridge in turn: older ones are still on the screen. */
function answers(idebridge: TerminalProgram) {
  let asked = 0;
  return (file: string, keys: string) =>
    idebridge
      .shows(`claude-code wants to change ${file}`)
      .then(() => idebridge.answer(question, keys, ++asked));
}

describe(`Claude Code ${newest} and idebridge serve`, () => {
  let beside: BesideClaude;
  let idebridge: TerminalProgram;
  let claude: ClaudeTerminal;
  let answer: ReturnType<typeof answers>;

  beforeAll(async () => {
    await installClaude(newest);
    beside = await BesideClaude.create({ version: newest, files });
    idebridge = await beside.serve();
    answer = answers(idebridge);
    claude = await beside.claude("default");
  });
  afterAll(() => beside?.[Symbol.asyncDispose]());

  const onDisk = (name: string) => readFileSync(beside.client.path(`${name}.ts`), "utf8");
  const propose = async (name: string) => {
    beside.client.api.play(...edit(beside.client.path(`${name}.ts`), "1", "2"), [text(`end of ${name}.`)]);
    await claude.submit(`change ${name}`);
  };

  test("is connected: both ends show it", async () => {
    await idebridge.shows(`● claude-code ${newest}`);
    expect(await beside.run("list")).toMatch(/idebridge/);
  });

  test("y: the change is written", async () => {
    await propose("accepted");
    await answer("accepted.ts", "y\r");
    await claude.waitForScreen("end of accepted.");
    expect(onDisk("accepted")).toBe("const a = 2;\n");
  });

  test("n: nothing is written", async () => {
    await propose("rejected");
    await answer("rejected.ts", "n\r");
    await claude.waitForScreen("User rejected update to rejected.ts");
    expect(onDisk("rejected")).toBe("const a = 1;\n");
    // What the script had left is used up by the next prompt.
    await claude.submit("go on");
    await claude.waitForScreen("end of rejected.");
  });

  test("idebridge select and idebridge mention reach the prompt", async () => {
    await beside.run("select", "selected.txt:2-3");
    await claude.waitForScreen("⧉ 2 lines selected");
    await beside.run("mention", "selected.txt:1-2");
    await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes("@selected.txt#L1-2"));
    await claude.send();
    const { newText } = await beside.client.api.waitForRequest((request) =>
      request.newText.includes("@selected.txt#L1-2"),
    );
    expect(newText).toContain("two\nthree");
    await claude.waitForScreen("done.");
  });

  test("kill -9 and start again: it reconnects by itself, and is reviewed as before", async () => {
    const before = await beside.run("env", "--json");
    idebridge.kill("SIGKILL");
    await idebridge.ended;
    idebridge = await beside.serve();
    answer = answers(idebridge);
    await idebridge.shows(`● claude-code ${newest}`);
    expect(await beside.run("env", "--json")).toBe(before);
    await beside.listens(claude);
    await propose("again");
    await answer("again.ts", "y\r");
    await claude.waitForScreen("end of again.");
    expect(onDisk("again")).toBe("const a = 2;\n");
  });

  test("stopped with a review pending: its own terminal goes on asking", async () => {
    await propose("stopped");
    await idebridge.shows("claude-code wants to change stopped.ts");
    idebridge.type("\x03");
    expect(await idebridge.ended).toMatchObject({ code: 130 });
    expect(onDisk("stopped")).toBe("const a = 1;\n");
    await claude.answer("Do you want to make this edit to stopped.ts?", "enter");
    await claude.waitForScreen("end of stopped.");
    expect(onDisk("stopped")).toBe("const a = 2;\n");
  });
});

test(`${newest} writes two files without asking: both are listed, one is taken back`, async () => {
  await using beside = await BesideClaude.create({
    version: newest,
    files: { ...selected, "a.ts": "const a = 1;\n", "b.ts": "const b = 1;\n" },
  });
  const { client } = beside;
  const idebridge = await beside.serve();
  const claude = await beside.claude("acceptEdits");
  client.api.play(...edit(client.path("a.ts"), "1", "2"), ...edit(client.path("b.ts"), "1", "2"), [
    text("end of both."),
  ]);
  await claude.submit("change both");
  await claude.waitForScreen("end of both.");
  await idebridge.shows(/wrote [^\n]*b\.ts/);
  const [prompt] = await vi.waitFor(
    async () => {
      const prompts = JSON.parse(await beside.run("changes", "--json"));
      expect(prompts).toMatchObject([
        {
          client: { name: "claude-code", version: newest },
          files: [
            { path: client.path("a.ts"), kind: "modified", state: "unseen", added: 1, removed: 1 },
            { path: client.path("b.ts"), kind: "modified", state: "unseen", added: 1, removed: 1 },
          ],
        },
      ]);
      return prompts;
    },
    { timeout: 20_000 },
  );
  await beside.run("revert", prompt.files[0].id);
  const onDisk = ["a.ts", "b.ts"].map((name) => readFileSync(client.path(name), "utf8"));
  expect(onDisk).toEqual(["const a = 1;\n", "const b = 2;\n"]);
});

test(`idebridge run starts ${newest}, which connects and is reviewed from another terminal`, async () => {
  await using beside = await BesideClaude.create({ version: newest, files });
  const { client } = beside;
  const { file, args } = await installClaude(newest);
  await writeClaudeConfig(client.home, client.workspace);
  const claude = beside.inTerminal(
    ["run", "--", file, ...args, "--permission-mode", "default"],
    claudeEnvironment(client.home, client.api),
  );
  await claude.shows(/^─{10,}\n❯[\s\S]*^─{10,}/m);
  await beside.run("select", "selected.txt:1-3");
  await claude.shows("⧉ 3 lines selected");
  const reviews = beside.inTerminal(["review", "--plain"]);
  await reviews.shows(`● claude-code ${newest}`);
  client.api.play(...edit(client.path("accepted.ts"), "1", "2"), [text("end of accepted.")]);
  claude.type("change it");
  await claude.shows(/^❯.*change it/m);
  claude.type("\r");
  await answers(reviews)("accepted.ts", "y\r");
  await claude.shows("end of accepted.");
  expect(readFileSync(client.path("accepted.ts"), "utf8")).toBe("const a = 2;\n");
  claude.type("/exit");
  await claude.shows(/^❯.*\/exit/m);
  claude.type("\r");
  expect(await claude.ended).toMatchObject({ code: 0 });
  // The idebridge has gone with it.
  await reviews.shows("idebridge has stopped.");
});

test.each(older)("%s and idebridge serve: accepted, rejected, selected", async (version) => {
  await installClaude(version);
  await using beside = await BesideClaude.create({ version, files });
  const { client } = beside;
  const idebridge = await beside.serve();
  const answer = answers(idebridge);
  const claude = await beside.claude("default");
  for (const [name, keys, shown] of [
    ["accepted", "y\r", "end of accepted."],
    ["rejected", "n\r", "User rejected update to rejected.ts"],
  ] as const) {
    client.api.play(...edit(client.path(`${name}.ts`), "1", "2"), [text(`end of ${name}.`)]);
    await claude.submit(`change ${name}`);
    await answer(`${name}.ts`, keys);
    await claude.waitForScreen(shown);
  }
  const onDisk = ["accepted.ts", "rejected.ts"].map((name) => readFileSync(client.path(name), "utf8"));
  expect(onDisk).toEqual(["const a = 2;\n", "const a = 1;\n"]);
  await beside.run("mention", "selected.txt:1-2");
  await claude.waitForScreen((screen) => (promptBox(screen) ?? "").includes("@selected.txt#L1-2"));
});

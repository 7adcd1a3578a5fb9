import { existsSync, readFileSync } from "node:fs";
import type { Editor } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { library, runCommand, serveCommand } from "./hosts.ts";
import { edit, type IdeHost } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";
import { ServedEditor, servedEditor } from "./servedEditor.ts";

const contents = "const a = 1;\nconst b = 2;\nconst c = 3;\n";
const proposed = "const a = 100;\nconst b = 2;\nconst c = 300;\n";
const names = ["accepted", "rejected", "edited", "partly", "terminal", "escape", "terminalNo"];

const kinds = [...library, serveCommand, runCommand];

describe.each(kinds)("Claude Code $version has its changes reviewed by $host", ({ version, open }) => {
  let host: IdeHost;
  let claude: ClaudeTerminal;

  beforeAll(async () => {
    await installClaude(version);
    host = await open({ files: Object.fromEntries(names.map((name) => [`${name}.ts`, contents])) });
    claude = await host.start();
  });
  afterAll(() => host?.[Symbol.asyncDispose]());

  /** The client proposes the change; returns when it is on the editor's screen. */
  const propose = async (name: string) => {
    const file = host.client.path(`${name}.ts`);
    host.client.api.play(...edit(file, contents, proposed), [text(`end of ${name}.`)]);
    await claude.submit(`change ${name}`);
    const review = await host.review(`${name}.ts`);
    const { path, oldPath, contents: offered, title } = review.proposal;
    expect({ path, oldPath, offered, title, pid: review.pid }).toEqual({
      path: file,
      oldPath: file,
      offered: proposed,
      title: expect.stringContaining(`${name}.ts`),
      pid: host.pidOf(claude),
    });
    return { review, file, onDisk: () => readFileSync(file, "utf8") };
  };

  const told = async (name: string) => {
    const path = host.client.path(`${name}.ts`);
    const { toolResults } = await host.client.api.waitForRequest(
      (request) => request.newText.includes("has been updated") && request.newText.includes(path),
    );
    await claude.waitForScreen(`end of ${name}.`);
    return toolResults.map((result) => result.text).join("\n");
  };

  /** The rejected turn is told with the next prompt. What the script had left is used up by that. */
  const toldAfterRejection = async (name: string) => {
    await claude.waitForScreen(`User rejected update to ${name}.ts`);
    await claude.submit(`after ${name}`);
    const { toolResults } = await host.client.api.waitForRequest(({ newText }) =>
      newText.includes(`after ${name}`),
    );
    await claude.waitForScreen(`end of ${name}.`);
    return toolResults;
  };

  const rejection = [
    { isError: true, text: expect.stringContaining("The user doesn't want to proceed with this tool use") },
  ];

  test("accepted: it writes the file and tells the model", async () => {
    const { review, onDisk } = await propose("accepted");
    expect(onDisk()).toBe(contents);
    await review.accept();
    expect(await told("accepted")).not.toContain("The user modified");
    expect(onDisk()).toBe(proposed);
  });

  test("rejected: nothing is written", async () => {
    const { review, onDisk } = await propose("rejected");
    await review.reject();
    expect(await toldAfterRejection("rejected")).toMatchObject(rejection);
    expect(onDisk()).toBe(contents);
  });

  test("edited, then accepted: the model is told", async () => {
    const { review, onDisk } = await propose("edited");
    await review.accept("// mine\n");
    expect(await told("edited")).toContain("The user modified your proposed changes before accepting them");
    expect(onDisk()).toBe("// mine\n");
  });

  test("one hunk of two accepted", async () => {
    const mixed = "const a = 100;\nconst b = 2;\nconst c = 3;\n";
    const { review, onDisk } = await propose("partly");
    await review.accept(mixed);
    expect(await told("partly")).toContain("The user modified your proposed changes before accepting them");
    expect(onDisk()).toBe(mixed);
  });

  /** Taken off the screen without a decision, before the client does anything else; deciding it now is too late. */
  const isTakenBack = async ({ review }: Awaited<ReturnType<typeof propose>>) => {
    await review.closed();
    expect(review.isClosed).toBe(true);
    await review.accept("too late");
    if (!(host instanceof ServedEditor)) return;
    const { title } = review.proposal;
    expect(host.answersTo(title)).toEqual([
      [
        { type: "text", text: "DIFF_REJECTED" },
        { type: "text", text: title },
      ],
    ]);
  };

  test("answered in the terminal first: the review is taken off the screen, undecided", async () => {
    const proposal = await propose("terminal");
    await claude.answer("Do you want to make this edit to terminal.ts?", "enter");
    await isTakenBack(proposal);
    expect(await told("terminal")).not.toContain("The user modified");
    expect(proposal.onDisk()).toBe(proposed);
  });

  test.each([
    { name: "escape", keys: ["escape"] },
    { name: "terminalNo", keys: ["down", "down", "enter"] },
  ] as const)("$keys in the terminal: the same, and nothing is written", async ({ name, keys }) => {
    const proposal = await propose(name);
    await claude.answer(`Do you want to make this edit to ${name}.ts?`, ...keys);
    await isTakenBack(proposal);
    expect(await toldAfterRejection(name)).toMatchObject(rejection);
    expect(proposal.onDisk()).toBe(contents);
  });

  test("a file that does not exist yet, in a folder that does not", async () => {
    const file_path = host.client.path("new/folder/made.ts");
    const content = "export const made = true;\n";
    host.client.api.play([toolUse("Write", { file_path, content })], [text("end of made.")]);
    await claude.submit("make it");
    const review = await host.review("new/folder/made.ts");
    expect([review.proposal.contents, existsSync(file_path)]).toEqual([content, false]);
    await review.accept();
    await host.client.api.waitForRequest(({ newText }) => newText.includes("File created successfully"));
    // Every version drops the last line break of what its Write tool has had accepted by an IDE.
    expect(readFileSync(file_path, "utf8")).toBe(content.replace(/\n$/, ""));
    await claude.waitForScreen("end of made.");
  });
});

test.each(claudeVersions)(
  "%s asks in its terminal alone when the editor shows no reviews",
  async (version) => {
    await using served = await servedEditor({
      version,
      files: { "a.ts": contents },
      editor: ({ workspace }): Editor => ({ name: "Context only", workspaceFolders: () => [workspace] }),
    });
    const claude = await served.start();
    const { api, path } = served.client;
    api.play(...edit(path("a.ts"), contents, proposed), [text("end of a.")]);
    await claude.submit("change a");
    await claude.answer("Do you want to make this edit to a.ts?", "enter");
    await claude.waitForScreen("end of a.");
    expect(readFileSync(path("a.ts"), "utf8")).toBe(proposed);
    expect(served.server.clients).toMatchObject([{ name: "claude-code", version, pid: claude.pid }]);
  },
);

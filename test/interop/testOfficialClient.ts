import { pathToFileURL } from "node:url";
import type { DialectName } from "@idebridge/sdk";
import { expect, it } from "vitest";
import type { ClientOptions, OfficialClient } from "./officialClients.ts";
import { selection } from "./poem.ts";
import { Program } from "./program.ts";
import type { Workshop } from "./workshop.ts";

const toolsOf: Readonly<Record<DialectName, readonly string[]>> = {
  "claude-code": [
    "openFile",
    "openDiff",
    "getCurrentSelection",
    "getLatestSelection",
    "getOpenEditors",
    "getWorkspaceFolders",
    "getDiagnostics",
    "checkDocumentDirty",
    "saveDocument",
    "close_tab",
    "closeAllDiffTabs",
    "executeCode",
  ],
  jetbrains: [
    "openDiff",
    "openFile",
    "open_files",
    "close_tab",
    "get_all_opened_file_paths",
    "reformat_file",
    "getDiagnostics",
  ],
  nexus: [
    "openDiff",
    "open_file",
    "close_tab",
    "list_opened_files",
    "reformat_file",
    "get_cursor_position",
    "set_cursor_position",
    "get_selection",
    "set_selection",
    "get_diagnostics",
  ],
  obsidian: [],
  get kale() {
    return this["claude-code"];
  },
};

/** The official client against our server, which is a process of its own. */
export function testOfficialClient(
  { bundles, folder }: Workshop,
  open: (options: ClientOptions) => OfficialClient,
): void {
  async function start(dialect: DialectName, options: Partial<ClientOptions> = {}) {
    const { program, ready } = await Program.start(bundles.file("editorProgram"), { dialect, folder });
    const { port, token } = ready as unknown as ClientOptions;
    const client = open({ port, token, root: pathToFileURL(folder).href, ...options });
    return {
      program,
      client,
      async [Symbol.asyncDispose]() {
        await client[Symbol.asyncDispose]();
        await program[Symbol.asyncDispose]();
      },
    };
  }

  it.each(["claude-code", "jetbrains", "obsidian", "kale"] as const)(
    "lists and calls tools, pings, tells its folder (%s)",
    async (dialect) => {
      await using pair = await start(dialect);
      const { client, program } = pair;
      await client.connect();
      expect({
        tools: (await client.listTools()).tools.map(({ name }) => name),
        shout: await client.callTool("shout", { words: "roses" }),
        fail: await client.callTool("fail"),
        ping: await client.ping(),
        client: await program.report("client"),
      }).toEqual({
        tools: [...toolsOf[dialect], "shout", "wait", "fail"],
        shout: { content: [{ type: "text", text: "ROSES" }] },
        fail: { content: [{ type: "text", text: "the ink is dry" }], isError: true },
        ping: {},
        client: { event: "client", name: expect.stringMatching(/^official-/), folders: [folder] },
      });
      expect(client.errors).toEqual([]);
    },
  );

  it.each(["claude-code", "jetbrains", "kale"] as const)(
    "has a change reviewed and learns of problems (%s)",
    async (dialect) => {
      await using pair = await start(dialect);
      const { client, program } = pair;
      await client.connect();
      const path = `${folder}/poem.md`;
      const uri = pathToFileURL(path).href;
      const reviewed = client.callTool("openDiff", {
        old_file_path: path,
        new_file_path: path,
        new_file_contents: "roses\n",
        tab_name: "poem",
      });
      program.order({ order: "accept", contents: "tulips\n" });
      const found = (await client.callTool("getDiagnostics", { uri })) as { content: [{ text: string }] };
      expect({ reviewed: await reviewed, found: JSON.parse(found.content[0].text) }).toEqual({
        reviewed: {
          content: [
            { type: "text", text: "FILE_SAVED" },
            { type: "text", text: "tulips\n" },
          ],
        },
        found: [
          {
            uri,
            diagnostics: [
              {
                message: "not red",
                severity: dialect === "jetbrains" ? "WARNING" : "Warning",
                range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
                source: "poet",
              },
            ],
          },
        ],
      });
    },
  );

  it.each([
    ["claude-code", ["selection_changed", "at_mentioned"]],
    ["jetbrains", ["selection_changed", "at_mentioned"]],
    ["obsidian", ["selection_changed", "at_mentioned"]],
    ["kale", ["selection_changed", "workspace/didChangeActiveEditor", "at_mentioned"]],
  ] as const)("hears of selections and mentions (%s)", async (dialect, methods) => {
    await using pair = await start(dialect);
    const { client, program } = pair;
    await client.connect();
    await program.report("client");
    program.order({ order: "select", ...selection });
    await expect.poll(() => client.notifications.length).toBe(methods.length - 1);
    program.order({ order: "mention" });
    await expect.poll(() => client.notifications.map(({ method }) => method)).toEqual(methods);
    const filePath = dialect === "obsidian" ? "poem.md" : `${folder}/poem.md`;
    expect([client.notifications[0]?.params, client.notifications.at(-1)?.params]).toEqual([
      expect.objectContaining({ filePath, text: "violets" }),
      { filePath, lineStart: 0, lineEnd: 1 },
    ]);
  });

  it("takes a call back, and the tool hears of it", async () => {
    await using pair = await start("claude-code");
    const { client, program } = pair;
    await client.connect();
    const controller = new AbortController();
    const called = client.callTool("wait", {}, controller.signal);
    await program.report("waiting");
    controller.abort(new Error("enough"));
    await expect(called).rejects.toThrow("enough");
    expect(await program.report("aborted")).toEqual({ event: "aborted" });
    expect({ shout: await client.callTool("shout", { words: "on" }), errors: client.errors }).toEqual({
      shout: { content: [{ type: "text", text: "ON" }] },
      errors: [],
    });
  });

  it("hears that the tools have changed", async () => {
    await using pair = await start("claude-code");
    const { client, program } = pair;
    await client.connect();
    await program.report("client");
    program.order({ order: "disable" });
    await expect
      .poll(() => client.notifications)
      .toEqual([{ method: "notifications/tools/list_changed", params: {} }]);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("executeCode");
  });

  it("gets an error for a method and a tool that do not exist", async () => {
    await using pair = await start("claude-code");
    await pair.client.connect();
    await expect(pair.client.request("poems/write", {})).rejects.toMatchObject({ code: -32601 });
    await expect(pair.client.callTool("levitate")).rejects.toMatchObject({ code: -32602 });
    await expect(pair.client.callTool("shout", { words: 7 })).rejects.toMatchObject({ code: -32602 });
  });

  it.each([
    ["claude-code", /401/],
    ["jetbrains", /connection closed/i],
  ] as const)("is turned away with a wrong token (%s)", async (dialect, message) => {
    await using pair = await start(dialect, { token: "wrong" });
    await expect(pair.client.connect()).rejects.toThrow(message);
  });

  it("asks for what only obsidian has", async () => {
    await using pair = await start("obsidian");
    const { client, program } = pair;
    await client.connect();
    await program.report("client");
    program.order({ order: "select", ...selection });
    await expect.poll(() => client.notifications.length).toBe(1);
    expect(await client.request("workspace/selection", {})).toEqual({
      text: "violets",
      filePath: "poem.md",
      fileUrl: pathToFileURL(`${folder}/poem.md`).href,
      selection: { ...selection.range, isEmpty: false },
      cursor: selection.range.end,
    });
  });

  // Seed 001: the contents "as string". MCP knows only objects for results, and the SDKs drop the rest.
  it("drops the answer of files/read, which is a string", async () => {
    await using pair = await start("obsidian", { repair: false });
    const { client } = pair;
    await client.connect();
    await expect(client.request("files/read", { path: "poem.md" }, 1_000)).rejects.toThrow(/timed out/i);
    expect({ wire: JSON.parse(client.received.at(-1)!).result, errors: client.errors }).toEqual({
      wire: "roses\nviolets\n",
      errors: [expect.stringMatching(/unknown message type/i)],
    });
  });

  // Seed 004: every result carries "error": null. Neither a result nor an error to the SDKs.
  it("drops the answers of nexus", async () => {
    await using pair = await start("nexus", { repair: false });
    const { client } = pair;
    await expect(client.connect(1_000)).rejects.toThrow(/timed out/i);
    expect({ wire: JSON.parse(client.received[0]!), errors: client.errors }).toEqual({
      wire: expect.objectContaining({ result: expect.anything(), error: null }),
      errors: expect.arrayContaining([expect.stringMatching(/unknown message type/i)]),
    });
  });

  it("works with nexus once the null errors are taken off", async () => {
    await using pair = await start("nexus", { repair: true });
    const { client, program } = pair;
    await client.connect();
    await program.report("client");
    program.order({ order: "select", ...selection });
    await expect.poll(() => client.notifications.length).toBe(2);
    expect({
      tools: (await client.listTools()).tools.map(({ name }) => name),
      files: await client.callTool("list_opened_files"),
      notifications: client.notifications,
      errors: client.errors,
    }).toEqual({
      tools: [...toolsOf.nexus, "shout", "wait", "fail"],
      files: { content: [{ type: "text", text: '{"files":["poem.md"]}' }] },
      notifications: [
        { method: "notifications/ide_connected", params: { project_path: folder } },
        {
          method: "notifications/selection_changed",
          params: { file_path: "poem.md", range: selection.range },
        },
      ],
      errors: [],
    });
  });
}

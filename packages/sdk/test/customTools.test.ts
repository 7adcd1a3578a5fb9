import { defineTool, failure, json, RpcError, text } from "@idebridge/sdk";
import { FakeEditor, linkedPair, settle } from "@idebridge/sdk/testing";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { introduced } from "./rawClient.ts";

const greet = defineTool({
  name: "greet",
  description: "Greets",
  input: v.object({ name: v.string(), times: v.optional(v.number(), 1) }),
  run({ name, times }) {
    expectTypeOf(name).toEqualTypeOf<string>();
    expectTypeOf(times).toEqualTypeOf<number>();
    return `Hello ${name} `.repeat(times).trim();
  },
});

const greetWithZod = defineTool({
  name: "greet",
  description: "Greets",
  input: z.object({ name: z.string(), times: z.number().default(1) }),
  run({ name, times }) {
    expectTypeOf(name).toEqualTypeOf<string>();
    expectTypeOf(times).toEqualTypeOf<number>();
    return `Hello ${name} `.repeat(times).trim();
  },
});

describe.each([
  ["valibot", greet],
  ["zod", greetWithZod],
])("a tool with a schema of %s", (_library, tool) => {
  it("is listed with its schema", async () => {
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    expect(pair.ide.tools.find(({ name }) => name === "greet")).toMatchObject({
      description: "Greets",
      inputSchema: {
        type: "object",
        properties: { name: { type: "string" }, times: { type: "number", default: 1 } },
        required: ["name"],
      },
    });
  });

  it("gets arguments that are checked and have their defaults", async () => {
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    const answers = await Promise.all([
      pair.ide.callTool("greet", { name: "Ada" }),
      pair.ide.callTool("greet", { name: "Ada", times: 2, unknown: true }),
    ]);
    expect(answers).toEqual([text("Hello Ada"), text("Hello Ada Hello Ada")]);
  });

  it("refuses others with -32602, and says where the fault is", async () => {
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    await expect(pair.ide.callTool("greet", { name: 5 })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid params: name: /),
    });
  });
});

describe("what a tool returns", () => {
  it.each<[what: string, value: unknown, answer: unknown]>([
    ["a string", "plain", text("plain")],
    ["nothing", undefined, text("OK")],
    ["null", null, text("null")],
    ["an object", { a: [1] }, json({ a: [1] })],
    ["a list", [1, 2], json([1, 2])],
    ["a number", 0, text("0")],
    ["content", failure("no"), failure("no")],
    [
      "an image",
      { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
      { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
    ],
    ["a promise", Promise.resolve("later"), text("later")],
  ])("%s", async (_what, value, answer) => {
    const tool = defineTool({ name: "t", description: "", input: v.object({}), run: () => value });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    expect(await pair.ide.callTool("t")).toEqual(answer);
  });

  it.each<[what: string, run: () => unknown, answer: object]>([
    [
      "throws",
      () => {
        throw new Error("sorry");
      },
      { result: failure("sorry") },
    ],
    [
      "throws a string",
      () => {
        throw "sorry";
      },
      { result: failure("sorry") },
    ],
    ["rejects", () => Promise.reject(new Error("sorry")), { result: failure("sorry") }],
    [
      "throws an RpcError",
      () => {
        throw new RpcError(-32050, "busy", { retry: 1 });
      },
      { error: { code: -32050, message: "busy", data: { retry: 1 } } },
    ],
    [
      "rejects with an RpcError",
      () => Promise.reject(new RpcError(-32050, "busy")),
      { error: { code: -32050, message: "busy" } },
    ],
  ])("one that %s", async (_what, run, answer) => {
    const tool = defineTool({ name: "t", description: "", input: v.object({}), run });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    const client = await introduced(pair);
    client.callTool(1, "t");
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: 1, ...answer });
    expect(await client.fence()).toEqual([]);
  });
});

describe("schemas that take their time", () => {
  const slow = (gate: Promise<void>) =>
    v.objectAsync({
      word: v.pipeAsync(
        v.string(),
        v.checkAsync(async (word) => {
          await gate;
          return word !== "bad";
        }, "bad word"),
      ),
    });
  const open = Promise.resolve();

  it("are waited for", async () => {
    const input = z.object({ word: z.string().refine(async (word) => word !== "bad", "bad word") });
    const tool = defineTool({ name: "say", description: "", input, run: ({ word }) => word });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    expect(await pair.ide.callTool("say", { word: "good" })).toEqual(text("good"));
    await expect(pair.ide.callTool("say", { word: "bad" })).rejects.toMatchObject({
      code: -32602,
      message: "Invalid params: word: bad word",
    });
  });

  it("of valibot cannot be listed as they are, and say so at once", async () => {
    const tool = defineTool({ name: "say", description: "", input: slow(open), run: ({ word }) => word });
    await expect(linkedPair(new FakeEditor(), { tools: [tool] })).rejects.toThrow();
  });

  it("do not start the tool when the call was cancelled meanwhile", async () => {
    let pass = () => {};
    const gate = new Promise<void>((resolve) => {
      pass = resolve;
    });
    let runs = 0;
    const input = z.object({}).refine(async () => {
      await gate;
      return true;
    });
    const tool = defineTool({ name: "count", description: "", input, run: () => ++runs });
    await using pair = await linkedPair(new FakeEditor(), { tools: [tool] });
    const client = await introduced(pair);
    client.callTool(1, "count");
    client.notify("notifications/cancelled", { requestId: 1 });
    await client.fence();
    pass();
    await settle();
    expect([runs, await client.fence()]).toEqual([0, []]);
  });
});

describe("adding and removing", () => {
  it("tells the clients, each time", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const client = await introduced(pair);
    const names = () => pair.ide.tools.map(({ name }) => name).filter((name) => name === "greet");
    const changed = () => client.notifications("notifications/tools/list_changed").length;
    const remove = pair.server.addTool(greet);
    await settle();
    const added = [names(), changed()];
    remove();
    remove();
    await settle();
    expect([added, [names(), changed()]]).toEqual([
      [["greet"], 1],
      [[], 2],
    ]);
    await expect(pair.ide.callTool("greet", { name: "Ada" })).rejects.toMatchObject({ code: -32602 });
  });

  it.each(["openFile", "greet"])("refuses a second %s", async (name) => {
    await using pair = await linkedPair(new FakeEditor(), { tools: [greet] });
    expect(() => pair.server.addTool({ ...greet, name })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining(name) }),
    );
  });

  it("a removal that comes late does not take away the tool that came after it", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const remove = pair.server.addTool(greet);
    remove();
    pair.server.addTool({ ...greet });
    remove();
    expect(await pair.ide.callTool("greet", { name: "Ada" })).toEqual(text("Hello Ada"));
  });

  it("is offered only by an editor that has what it needs", async () => {
    const tool = { ...greet, needs: ["executeCode"] as const };
    const editor = new FakeEditor();
    editor.unavailable.add("executeCode");
    await using pair = await linkedPair(editor, { tools: [tool] });
    expect(pair.ide.tools.some(({ name }) => name === "greet")).toBe(false);
  });

  it("refuses a schema that cannot describe itself", async () => {
    await using pair = await linkedPair(new FakeEditor());
    const input = { "~standard": { vendor: "home-made", validate: (value: unknown) => ({ value }) } };
    expect(() => pair.server.addTool({ name: "x", description: "", input, run: () => "" })).toThrow(
      expect.objectContaining({ code: "INVALID_ARGUMENT", message: expect.stringContaining("home-made") }),
    );
  });

  it("a tool reaches only the shared view of the editor", async () => {
    const tool = defineTool({
      name: "read",
      description: "",
      input: v.object({ path: v.string() }),
      run: ({ path }, call) => call.editor.readText(call.paths.read(path), call),
    });
    const editor = new FakeEditor({ files: { "/workspace/.env": "hunter2", "/workspace/a": "fine" } });
    await using pair = await linkedPair(editor, { tools: [tool] });
    const [shared, denied] = [
      await pair.ide.callTool("read", { path: "a" }),
      await pair.ide.callTool("read", { path: ".env" }),
    ];
    expect(shared).toEqual(text("fine"));
    expect(denied).toMatchObject({ isError: true });
    expect(JSON.stringify(denied)).not.toContain("hunter2");
  });
});

import { type DialectName, defineTool } from "@idebridge/sdk";
import { FakeEditor, type FakeReview, linkedPair, settle } from "@idebridge/sdk/testing";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { introduced, type RawClient } from "./rawClient.ts";

const path = "/workspace/a.ts";
const rejected = {
  content: [
    { type: "text", text: "DIFF_REJECTED" },
    { type: "text", text: "tab" },
  ],
};

function openDiff(client: RawClient, id: number, title = "tab"): void {
  const args = { old_file_path: path, new_file_path: path, new_file_contents: "new", tab_name: title };
  client.callTool(id, "openDiff", args);
}

async function reviews(editor: FakeEditor, count: number): Promise<FakeReview[]> {
  while (editor.reviews.length < count) await settle();
  return editor.reviews;
}

describe("the decision of the user", () => {
  const contents = "new";
  it.each<[what: string, decide: (review: FakeReview) => void, result: object]>([
    ["accepted", (review) => review.accept(), { outcome: "accepted", contents, edited: false }],
    ["edited", (review) => review.accept("newer"), { outcome: "accepted", contents: "newer", edited: true }],
    ["edited to nothing", (review) => review.accept(""), { outcome: "accepted", contents: "", edited: true }],
    ["rejected", (review) => review.reject(), { outcome: "rejected" }],
  ])("%s reaches the client", async (_what, decide, result) => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const asked = pair.ide.openDiff({ path, contents });
    decide(await editor.nextReview());
    expect(await asked).toEqual(result);
  });

  it("comes with who asks, for what", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const asked = pair.ide.openDiff({ path, contents, title: "tab" });
    const { proposal, client, reject } = await editor.nextReview();
    expect({ proposal, client: client.name }).toEqual({
      proposal: { id: 1, path, oldPath: path, contents, title: "tab" },
      client: "test",
    });
    reject();
    await asked;
  });

  it.each<[DialectName, object, object]>([
    ["claude-code", ["FILE_SAVED", "x"], ["DIFF_REJECTED", "tab"]],
    ["kale", ["FILE_SAVED", "x"], ["DIFF_REJECTED", "tab"]],
    ["jetbrains", ["FILE_SAVED", "x"], ["DIFF_REJECTED"]],
    ["nexus", ["FILE_SAVED", "x"], ["DIFF_REJECTED"]],
  ])("looks on the wire as %s wants it", async (dialect, saved, denied) => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor, { dialect });
    const client = await introduced(pair);
    const texts = async () => (await client.next()).result.content.map(({ text }: { text: string }) => text);
    openDiff(client, 1);
    (await editor.nextReview()).accept("x");
    const first = await texts();
    openDiff(client, 2);
    (await editor.nextReview()).reject();
    expect([first, await texts()]).toEqual([saved, denied]);
  });
});

describe("a review that nobody decides", () => {
  it("ends as rejected when its own client closes the tab, and never as TAB_CLOSED", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    const review = await editor.nextReview();
    client.callTool(2, "close_tab", { tab_name: "tab" });
    const answers = [await client.next(), await client.next()].sort((a, b) => Number(a.id) - Number(b.id));
    expect(answers.map(({ result }) => result)).toEqual([
      rejected,
      { content: [{ type: "text", text: "TAB_CLOSED" }] },
    ]);
    expect(review.isClosed).toBe(true);
  });

  it("answers close_tab twice, as the client asks twice", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    await editor.nextReview();
    const closed = { content: [{ type: "text", text: "TAB_CLOSED" }] };
    expect(await client.toolResult("close_tab", { tab_name: "tab" })).toEqual(closed);
    expect(await client.toolResult("close_tab", { tab_name: "tab" })).toEqual(closed);
  });

  it("ends with closeAllDiffTabs of its own client only, which is told how many", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const [one, two] = [await introduced(pair), await introduced(pair)];
    openDiff(one, 1, "x");
    openDiff(one, 2, "y");
    openDiff(two, 1, "z");
    await reviews(editor, 3);
    const result = await one.toolResult("closeAllDiffTabs");
    expect(result).toEqual({ content: [{ type: "text", text: "CLOSED_2_DIFF_TABS" }] });
    expect(await one.toolResult("closeAllDiffTabs")).toEqual({
      content: [{ type: "text", text: "CLOSED_0_DIFF_TABS" }],
    });
    expect(editor.reviews.map(({ proposal, isClosed }) => [proposal.title, isClosed])).toEqual([
      ["x", true],
      ["y", true],
      ["z", false],
    ]);
  });

  it("with the same title by two clients is two reviews: neither closes the other's", async () => {
    const editor = new FakeEditor();
    const closed: string[] = [];
    editor.closeTab = (label) => {
      closed.push(label);
      return "closed";
    };
    await using pair = await linkedPair(editor);
    const [one, two] = [await introduced(pair), await introduced(pair)];
    openDiff(one, 1);
    openDiff(two, 1);
    const [first, second] = await reviews(editor, 2);
    await two.toolResult("close_tab", { tab_name: "tab" });
    expect([first!.isClosed, second!.isClosed]).toEqual([false, true]);
    // Its own is gone: the tab of that name is the other's now, and no tab of the editor.
    await two.toolResult("close_tab", { tab_name: "tab" });
    expect(closed).toEqual([]);
    first!.accept();
    expect(await one.next()).toMatchObject({ id: 1, result: { content: [{ text: "FILE_SAVED" }, {}] } });
  });

  it("is replaced when its client asks again under the same title", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    openDiff(client, 2);
    const [first, second] = await reviews(editor, 2);
    expect(await client.next()).toEqual({ jsonrpc: "2.0", id: 1, result: rejected });
    expect([first!.isClosed, second!.isClosed]).toEqual([true, false]);
    second!.accept();
    expect(await client.next()).toMatchObject({ id: 2, result: { content: [{ text: "FILE_SAVED" }, {}] } });
  });

  it("aborts the editor's signal when its client leaves, whatever ids it used", async () => {
    const signals: AbortSignal[] = [];
    const editor = new FakeEditor();
    editor.review = (_proposal, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    editor.kernel = (_code, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    client.callTool(null, "executeCode", { code: "" });
    client.callTool(null, "executeCode", { code: "" });
    await client.fence();
    client.transport.terminate();
    await settle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it("gets no answer at all when the request is cancelled, and leaves the screen", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    const review = await editor.nextReview();
    client.notify("notifications/cancelled", { requestId: "1" });
    await client.fence();
    expect(review.isClosed).toBe(false);
    client.notify("notifications/cancelled", { requestId: 1 });
    await settle();
    expect(await client.fence()).toEqual([]);
    expect(review.isClosed).toBe(true);
  });

  it("is never accepted because the server stops", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    const review = await editor.nextReview();
    pair.server.close();
    expect(await client.closed).toEqual({ code: 1001, reason: "The IDE has stopped" });
    await settle();
    review.accept();
    await settle();
    expect(client.received.filter(({ id }) => id === 1)).toEqual([]);
    expect(review.isClosed).toBe(true);
  });

  it("has no deadline", async () => {
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor, { limits: { editorMilliseconds: 1 } });
    const asked = pair.ide.openDiff({ path, contents: "" });
    const review = await editor.nextReview();
    await expect(pair.ide.openDocuments()).resolves.toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    review.accept();
    expect(await asked).toMatchObject({ outcome: "accepted" });
  });
});

it("a decision after the review was closed is ignored", async () => {
  let accept = () => {};
  const editor = new FakeEditor();
  // Takes no notice of the signal, as a careless editor might.
  editor.review = (proposal) =>
    new Promise((resolve) => {
      accept = () => resolve({ outcome: "accepted", contents: proposal.contents });
    });
  await using pair = await linkedPair(editor);
  const client = await introduced(pair);
  openDiff(client, 1);
  await client.fence();
  client.callTool(2, "closeAllDiffTabs");
  const answers = [await client.next(), await client.next()];
  accept();
  await settle();
  expect(answers.find(({ id }) => id === 1)?.result).toEqual(rejected);
  expect(await client.fence()).toEqual([]);
});

it.each([
  [
    "throws",
    () => {
      throw new Error("no window");
    },
  ],
  ["rejects", () => Promise.reject(new Error("no window"))],
])(
  "an editor that %s is reported as a failure, which no client takes for a decision",
  async (_how, review) => {
    const editor = new FakeEditor();
    editor.review = review;
    await using pair = await linkedPair(editor);
    const client = await introduced(pair);
    openDiff(client, 1);
    expect((await client.next()).result).toEqual({
      content: [{ type: "text", text: "no window" }],
      isError: true,
    });
    await expect(pair.ide.openDiff({ path, contents: "" })).rejects.toMatchObject({ code: "TOOL_FAILED" });
  },
);

it("a client that gives up takes its review off the screen", async () => {
  const editor = new FakeEditor();
  await using pair = await linkedPair(editor);
  const controller = new AbortController();
  const asked = pair.ide.openDiff({ path, contents: "" }, { signal: controller.signal });
  const review = await editor.nextReview();
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
  await settle();
  expect(review.isClosed).toBe(true);
});

it("a tool that opens a review after its client has left shows nothing", async () => {
  const editor = new FakeEditor();
  let goOn = () => {};
  await using pair = await linkedPair(editor);
  const client = await introduced(pair);
  pair.server.addTool(
    defineTool({
      name: "slow",
      description: "",
      input: v.object({}),
      blocking: true,
      async run(_args, call) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        return call.reviews.open({ path, oldPath: path, contents: "", title: "late" }, call.signal);
      },
    }),
  );
  client.callTool(1, "slow");
  await client.fence();
  client.transport.terminate();
  await settle();
  goOn();
  await settle();
  expect(editor.reviews).toEqual([]);
});

import { Review } from "@idebridge/review";
import { describe, expect, it, vi } from "vitest";
import { PagesProject } from "./pagesProject.ts";

const accepted = { outcome: "accepted", contents: "two\n" } as const;
const rejected = { outcome: "rejected" } as const;

/** A project in which an agent waits for a decision. */
async function asked() {
  const project = await PagesProject.start({ "a.ts": "one\n" });
  const agent = await project.agent();
  const answer = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
  answer.catch(() => {});
  const { id } = await project.pending();
  return { project, agent, answer, id };
}

describe("a decision that is held", () => {
  it("is told to all, counts against later ones, and can be undone by anybody", async () => {
    const { project, agent, answer, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    const terminal = await project.terminal();
    const held = await page.request("reviews/decide", { id, decision: accepted, holdMilliseconds: 10_000 });
    expect(held).toEqual({ outcome: "held", until: expect.any(String) });
    expect(await terminal.request("reviews/decide", { id, decision: rejected })).toEqual({
      outcome: "tooLate",
      by: "browser",
    });
    expect((await terminal.request("reviews/list"))[0]).toMatchObject({
      id,
      held: { outcome: "accepted", by: "browser" },
    });
    expect(await terminal.request("reviews/undo", { id })).toEqual({ outcome: "undone" });
    expect(await terminal.request("reviews/undo", { id })).toEqual({ outcome: "tooLate" });
    expect((await terminal.request("reviews/list"))[0]).not.toHaveProperty("held");
    await vi.waitFor(() =>
      expect([...page.told("reviewHeld"), ...page.told("reviewUndone")]).toEqual([
        { type: "reviewHeld", id, held: { outcome: "accepted", by: "browser", until: expect.any(String) } },
        { type: "reviewUndone", id, by: "terminal" },
      ]),
    );
    await terminal.request("reviews/decide", { id, decision: rejected });
    expect(await answer).toEqual({ outcome: "rejected" });
    terminal.close();
  });

  it.each([
    ["when the time is over", 20, () => {}],
    ["at once when the page goes", 10_000, (page: { close(): void }) => page.close()],
  ])("is sent %s", async (_name, holdMilliseconds, act) => {
    const { project, agent, answer, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    await page.request("reviews/decide", { id, decision: accepted, holdMilliseconds });
    act(page);
    expect(await answer).toMatchObject({ outcome: "accepted" });
    expect(project.ide.editor.inbox.history()).toMatchObject([{ id, outcome: "accepted", by: "browser" }]);
    const other = await project.page();
    expect(await other.request("reviews/undo", { id })).toEqual({ outcome: "tooLate" });
  });

  it("is not lost when idebridge stops", async () => {
    const { project, agent, answer, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    await page.request("reviews/decide", { id, decision: accepted, holdMilliseconds: 10_000 });
    await project.ide.close();
    expect(await answer).toMatchObject({ outcome: "accepted" });
  });

  it("is nothing any more when the agent has its answer from elsewhere", async () => {
    const { project, agent, answer, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    await page.request("reviews/decide", { id, decision: accepted, holdMilliseconds: 50 });
    await agent.closeAllDiffs();
    await answer.catch(() => {});
    await vi.waitFor(() => expect(page.told("reviewClosed")).toMatchObject([{ id, outcome: "withdrawn" }]));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(page.told("reviewClosed")).toHaveLength(1);
  });

  it("is undone for good: the time of the first does not end the second", async () => {
    const { project, agent, answer, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    await page.request("reviews/decide", { id, decision: accepted, holdMilliseconds: 30 });
    await page.request("reviews/undo", { id });
    await page.request("reviews/decide", { id, decision: rejected, holdMilliseconds: 200 });
    expect(await answer).toEqual({ outcome: "rejected" });
  });
});

describe("a draft", () => {
  it("is told to the others, and to those who come later", async () => {
    const { project, agent, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const [first, second] = [await project.page(), await project.page()];
    const draft = Review.start("one\n", "two\n").decide("all", "accepted").toJSON();
    expect(await first.request("reviews/draft", { id, draft })).toEqual({ outcome: "kept" });
    const json = JSON.parse(JSON.stringify(draft));
    await vi.waitFor(() =>
      expect(second.told("reviewDrafted")).toEqual([
        { type: "reviewDrafted", id, draft: json, by: "browser" },
      ]),
    );
    // It does not come back: meanwhile the user may be further.
    expect(first.told("reviewDrafted")).toEqual([]);
    const third = await project.page();
    expect((await third.request("reviews/read", { id })).draft).toEqual(json);
    await third.request("reviews/draft", { id, draft: null });
    expect(await first.request("reviews/read", { id })).not.toHaveProperty("draft");
  });

  it("of something else, or of nothing, is refused", async () => {
    const { project, agent, id } = await asked();
    await using _ = project;
    await using __ = agent;
    const page = await project.page();
    const other = Review.start("one\n", "three\n").toJSON();
    await expect(page.request("reviews/draft", { id, draft: other })).rejects.toThrow("another proposal");
    const broken = { before: "one\n", after: "two\n", hunks: [] };
    await expect(page.request("reviews/draft", { id, draft: broken })).rejects.toThrow("no draft");
    const late = Review.start("one\n", "two\n").toJSON();
    expect(await page.request("reviews/draft", { id: id + 1, draft: late })).toEqual({ outcome: "tooLate" });
  });
});

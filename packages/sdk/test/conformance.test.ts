import type { EditorUnderTest } from "@idebridge/sdk/testing";
import { editorConformance, type FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { fakeSubject, file } from "./fakeSubject.ts";
import { faultsOfDocuments, with_ } from "./faultyEditors.ts";
import { faultsOfReviews } from "./faultyReviewers.ts";

const faults = [...faultsOfDocuments, ...faultsOfReviews];

describe("the fake editor passes", () => {
  it.each(editorConformance.map((check) => [check.name, check] as const))("%s", async (name, check) => {
    // The fake editor leaves the latest selection to the server.
    const isLatest = name === "the latest selection is still known when its tab is closed";
    expect(await check.run(fakeSubject())).toBe(isLatest ? "skipped" : "passed");
  });

  it("also where it keeps the latest selection itself", async () => {
    const check = editorConformance.find(({ name }) => name.startsWith("the latest selection"))!;
    const keeping = fakeSubject((fake) => {
      let latest = fake.activeSelection();
      fake.subscribe((event) => {
        if (event.type === "selection") latest = event.selection ?? latest;
      });
      return Object.assign(fake, { latestSelection: () => latest });
    });
    expect(await check.run(keeping)).toBe("passed");
  });
});

describe("what is skipped", () => {
  const names = async (subject: () => EditorUnderTest, outcome: string) => {
    const found = [];
    for (const check of editorConformance)
      if ((await check.run(subject())) === outcome) found.push(check.name);
    return found;
  };

  it("is all but the general for the smallest editor", async () => {
    const smallest = { name: "Smallest", workspaceFolders: () => ["/workspace"] };
    expect(await names(() => ({ ...fakeSubject(), editor: smallest }), "passed")).toEqual([
      "a workspace folder holds the files",
      "a call whose client has already left ends all the same",
    ]);
  });

  it("is what the editor cannot do now", async () => {
    const skipped = await names(() => {
      const subject = fakeSubject();
      (subject.editor as FakeEditor).unavailable.add("executeCode");
      return subject;
    }, "skipped");
    expect(skipped).toContain("code that is run gives outputs that an agent can read");
  });

  it("is what the harness cannot do", async () => {
    const skipped = await names(() => {
      const subject = fakeSubject();
      const { rejectReview: _, ...user } = subject.user;
      return { ...subject, user };
    }, "skipped");
    expect(skipped).toEqual([
      "the latest selection is still known when its tab is closed",
      "a rejected review is rejected",
      "two reviews at once are decided each for itself",
      "the same file can be reviewed again",
    ]);
  });
});

it("the editor is disposed of, whether the check passes, fails or is skipped", async () => {
  let disposed = 0;
  const dispose = () => void disposed++;
  const [folders] = editorConformance;
  const broken = { name: "x", workspaceFolders: () => ["relative"] };
  await folders!.run({ ...fakeSubject(), dispose });
  await folders!.run({ ...fakeSubject(), editor: broken, dispose }).catch(() => {});
  await editorConformance[1]!.run({ ...fakeSubject(), editor: broken, dispose });
  expect(disposed).toBe(3);
});

describe("a fault is found", () => {
  it.each(faults)("%s", async (_fault, name, says, adapt) => {
    const check = editorConformance.find((each) => each.name.startsWith(name))!;
    await expect(check.run({ ...fakeSubject(adapt), patience: 100 })).rejects.toThrow(says);
  });

  it("a review that writes the file", async () => {
    const disk = new Map([[file.path, file.text]]);
    const subject = fakeSubject((fake) =>
      with_(fake, {
        review: async (proposal, call) => {
          const decision = await fake.review(proposal, call);
          if (decision.outcome === "accepted") disk.set(proposal.path, decision.contents);
          return decision;
        },
      }),
    );
    const check = editorConformance.find(({ name }) => name.startsWith("a review writes nothing"))!;
    await expect(check.run({ ...subject, readFile: (path) => disk.get(path) ?? "notFound" })).rejects.toThrow(
      'An accepted review must leave the file as it was. Expected: "first line',
    );
  });

  it("every check has a fault that it finds (the one on writing above)", () => {
    const found = (name: string) => faults.some(([, start]) => name.startsWith(start));
    const missed = editorConformance.map(({ name }) => name).filter((name) => !found(name));
    expect(missed).toEqual(["a review writes nothing: the agent does"]);
  });
});

import { type ControlClient, connectControl, type PendingReview, startHeadless } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import { connect } from "@idebridge/sdk";
import { expect, it } from "vitest";
import { PlainReview } from "../src/serve/plainReview.ts";
import { Place } from "./place.ts";

const text = (a: string, b: string, c: string) => `${a}\n.\n.\n${b}\n.\n.\n${c}\n`;
const [original, proposed] = [text("one", "two", "three"), text("1", "2", "3")];

/** Something that happens in another front end. */
type Elsewhere = (browser: ControlClient, review: PendingReview) => Promise<unknown>;

/** Decides about what is decided so far. */
function drafts(decide: (review: Review) => Review): Elsewhere {
  return async (browser, { id, openedAt }) => {
    const { draft } = await browser.request("reviews/read", { id });
    const review = decide(draft ? Review.from(draft) : Review.start(original, proposed));
    await browser.request("reviews/draft", { id, draft: review.toJSON(), openedAt });
  };
}

/** A proposal of three hunks is asked about line by line, until it is decided. */
async function reviewed(before: Elsewhere, ...steps: readonly (string | Elsewhere)[]) {
  using place = new Place({ "a.ts": original });
  const editor = place.write(`${place.root}/editor.sh`, 'sed -i s/3/33/ "$1"\n');
  const env = { ...place.env, PATH: process.env.PATH, EDITOR: `sh '${editor}'` };
  await using _ = await startHeadless({ folders: [place.folder], version: "1", env: place.env });
  await using agent = await connect(place.options);
  const answer = agent.openDiff({ path: place.path("a.ts"), contents: proposed });
  const terminal = await connectControl({ ...place.options, name: "terminal" });
  const browser = await connectControl({ ...place.options, name: "browser" });
  await expect.poll(() => browser.request("reviews/list"), { timeout: 10_000 }).toHaveLength(1);
  const review = (await browser.request("reviews/list"))[0]!;
  await before(browser, review);

  const shown: string[] = [];
  const left = [...steps];
  const asker = {
    print: (line: string) => void shown.push(line),
    async question(): Promise<string> {
      for (let step = left.shift(); step !== undefined; step = left.shift()) {
        if (typeof step === "string") return step;
        await step(browser, review);
      }
      throw new Error(`Nobody answers after:\n${shown.join("\n")}`);
    },
    suspended: <T>(work: () => Promise<T>) => work(),
    isOver: () => false,
  };
  const { stdin, stdout, stderr } = process;
  const context = { stdin, stdout, stderr, env, cwd: place.folder, isTTY: false, colour: false };
  await new PlainReview(review, terminal, asker, context).run();
  const decided = await answer;
  const [how] = await browser.request("reviews/history");
  terminal.close();
  browser.close();
  return { decided, hunks: how?.hunks, shown, left };
}

const nothing = async () => {};
const soFar = (parts: string) => `  Decided elsewhere so far: ${parts}. y accepts what is not rejected.`;

it("what was decided elsewhere before it is asked counts", async () => {
  const rejects = drafts((review) => review.decide(0, "rejected"));
  expect(await reviewed(rejects, "y")).toEqual({
    decided: { outcome: "accepted", contents: text("one", "2", "3"), edited: true },
    hunks: { accepted: 2, total: 3, edited: 0 },
    shown: [soFar("0 of 3 hunks accepted, 1 rejected")],
    left: [],
  });
});

it("what is decided elsewhere while it is asked is told first, and asked again", async () => {
  const edits = drafts((review) => review.editHunk(1, "2, edited\n").decide(2, "rejected"));
  expect(await reviewed(nothing, edits, "y", "y")).toMatchObject({
    decided: { outcome: "accepted", contents: text("1", "2, edited", "three") },
    shown: [soFar("1 of 3 hunks accepted, 1 of them edited, 1 rejected")],
    left: [],
  });
});

it("hunk by hunk, those without a decision are asked about, and b goes back to the others", async () => {
  const rejects = drafts((review) => review.decide(0, "rejected"));
  const { decided, shown } = await reviewed(rejects, "h", "n", "b", "b", "y", "n", "y");
  expect([decided, shown.filter((line) => line.startsWith("hunk"))]).toEqual([
    { outcome: "accepted", contents: text("1", "two", "3"), edited: true },
    [
      "hunk 2 of 3, line 4",
      "hunk 3 of 3, line 7",
      "hunk 2 of 3, line 4 (rejected so far)",
      "hunk 1 of 3, line 1 (rejected so far)",
      "hunk 2 of 3, line 4 (rejected so far)",
      "hunk 3 of 3, line 7",
    ],
  ]);
});

it("a hunk that somebody has emptied is shown so", async () => {
  const empties = drafts((review) => review.editHunk(1, "").decide([0, 2], "accepted"));
  const { shown } = await reviewed(empties, "h", "n", "n", "q", "n");
  const at = shown.findIndex((line) => line.startsWith("hunk 2"));
  expect(shown.slice(at, at + 3)).toEqual([
    "hunk 2 of 3, line 4 (accepted so far)",
    "-two",
    "hunk 3 of 3, line 7 (accepted so far)",
  ]);
});

it("all that follow are those without a decision", async () => {
  const rejects = drafts((review) => review.decide(1, "rejected"));
  expect(await reviewed(rejects, "h", "a")).toMatchObject({ decided: { contents: text("1", "two", "3") } });
});

it("what is rejected elsewhere as a whole is not accepted with y", async () => {
  const rejects = drafts((review) => review.decide("all", "rejected"));
  const { decided, shown } = await reviewed(rejects, "y", "n");
  expect([decided, shown.at(-1)]).toEqual([
    { outcome: "rejected" },
    "  Every hunk of it is rejected: n rejects the file, h decides again.",
  ]);
});

it("what is edited here is known elsewhere, and not lost to what is decided there", async () => {
  const rejects = drafts((review) => review.decide(0, "rejected"));
  expect(await reviewed(nothing, "e", rejects, "y", "y")).toMatchObject({
    decided: { outcome: "accepted", contents: text("one", "2", "33") },
    shown: [
      "  Your text is what would be accepted now.",
      soFar("2 of 3 hunks accepted, 1 of them edited, 1 rejected"),
    ],
    left: [],
  });
});

it("what is no answer is told, also for a hunk; Enter alone only asks again", async () => {
  const { shown } = await reviewed(nothing, "foo", "", "h", "bar", "q", "n");
  expect(shown.filter((line) => line.includes("answer"))).toEqual([
    "  foo is no answer: ? lists them.",
    "  bar is no answer: ? lists them.",
  ]);
});

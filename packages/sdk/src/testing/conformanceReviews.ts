import type { Awaitable } from "../editor/editor.ts";
import { type Bench, conformanceCheck, directCall, must, mustEqual } from "./conformanceBench.ts";

const title = "✻ [Claude Code] conformance (41d76d) ⧉";

/** Texts that editors like to tidy up, which they must not: the agent writes exactly what comes back. */
const delicate: readonly (readonly [what: string, contents: string])[] = [
  ["CR LF line ends", "one\r\ntwo\r\n"],
  ["mixed line ends", "one\r\ntwo\nthree\r\n"],
  ["no final newline", "one\ntwo"],
  ["trailing spaces and tabs", "one  \n\ttwo\t\n\n\n"],
  ["unicode", "ünïcödé 漢字 👩‍💻 e\u0301 \u00a0\u200b\n"],
  ["nothing at all", ""],
];

/** Proposes through the client, and acts as the user meanwhile. */
async function decide(
  { ide, file, inTime }: Bench,
  contents: string,
  act: () => Awaitable<void>,
  change: { path?: string; title?: string } = {},
) {
  const asked = ide.openDiff({ path: file.path, contents, title, ...change });
  // A review that ends before the user could act: what it ended with is what is wrong.
  await inTime(Promise.race([act(), asked]), "The user must be able to decide a review");
  return inTime(asked, "A review that the user has decided must end");
}

const newPath = (path: string) => `${path}.new`;

export const reviewChecks = [
  ...delicate.map(([what, contents]) =>
    conformanceCheck({
      name: `an accepted review gives exactly what was proposed: ${what}`,
      needs: ["review"],
      acts: ["acceptReview"],
      async run(bench) {
        const result = await decide(bench, contents, () => bench.user.acceptReview(title));
        mustEqual(result, { outcome: "accepted", contents, edited: false }, "The decision");
      },
    }),
  ),

  conformanceCheck({
    name: "a review that the user edits gives what the user made of it",
    needs: ["review"],
    acts: ["acceptEdited"],
    async run(bench) {
      const contents = "proposed\nbut edited\n";
      const result = await decide(bench, "proposed\n", () => bench.user.acceptEdited(title, contents));
      mustEqual(result, { outcome: "accepted", contents, edited: true }, "The decision");
    },
  }),

  conformanceCheck({
    name: "a rejected review is rejected",
    needs: ["review"],
    acts: ["rejectReview"],
    async run(bench) {
      const result = await decide(bench, "proposed\n", () => bench.user.rejectReview(title));
      mustEqual(result, { outcome: "rejected" }, "The decision");
    },
  }),

  conformanceCheck({
    name: "a review that is closed without a decision is rejected",
    needs: ["review"],
    acts: ["closeReview"],
    async run(bench) {
      const result = await decide(bench, "proposed\n", () => bench.user.closeReview(title));
      mustEqual(result, { outcome: "rejected" }, "The decision");
    },
  }),

  conformanceCheck({
    name: "a file that does not exist yet can be reviewed",
    needs: ["review"],
    acts: ["acceptReview"],
    async run(bench) {
      const change = { path: newPath(bench.file.path) };
      const result = await decide(bench, "a new file\n", () => bench.user.acceptReview(title), change);
      mustEqual(result, { outcome: "accepted", contents: "a new file\n", edited: false }, "The decision");
    },
  }),

  conformanceCheck({
    name: "a review writes nothing: the agent does",
    needs: ["review"],
    acts: ["acceptReview"],
    readsDisk: true,
    async run(bench) {
      const { file, user, readFile } = bench;
      await decide(bench, "proposed\n", () => user.acceptReview(title));
      mustEqual(await readFile!(file.path), file.text, "An accepted review must leave the file as it was");
      const change = { path: newPath(file.path), title: "second" };
      await decide(bench, "proposed\n", () => user.acceptReview("second"), change);
      mustEqual(
        await readFile!(newPath(file.path)),
        "notFound",
        "An accepted review must not make the new file",
      );
    },
  }),

  conformanceCheck({
    name: "two reviews at once are decided each for itself",
    needs: ["review"],
    acts: ["acceptReview", "rejectReview"],
    async run({ ide, user, file, otherFile, inTime }) {
      let isFirstOver = false;
      const first = ide.openDiff({ path: file.path, contents: "first\n", title: "first" });
      const second = ide.openDiff({ path: otherFile.path, contents: "second\n", title: "second" });
      first
        .catch(() => {})
        .finally(() => {
          isFirstOver = true;
        });
      second.catch(() => {});
      await inTime(
        Promise.race([user.acceptReview("second"), second]),
        "The user must be able to decide the second of two reviews",
      );
      mustEqual(
        await inTime(second, "The second of two reviews must end when it is decided"),
        { outcome: "accepted", contents: "second\n", edited: false },
        "The decision on the second review",
      );
      must(!isFirstOver, "The first of two reviews must go on when the second is decided");
      await inTime(
        Promise.race([user.rejectReview("first"), first]),
        "The user must be able to decide the first of two reviews",
      );
      mustEqual(
        await inTime(first, "The first of two reviews must end when it is decided"),
        { outcome: "rejected" },
        "The decision on the first review",
      );
    },
  }),

  conformanceCheck({
    name: "the same file can be reviewed again",
    needs: ["review"],
    acts: ["acceptReview", "rejectReview"],
    async run(bench) {
      await decide(bench, "proposed\n", () => bench.user.rejectReview(title));
      const result = await decide(bench, "again\n", () => bench.user.acceptReview(title));
      mustEqual(result, { outcome: "accepted", contents: "again\n", edited: false }, "The second decision");
    },
  }),

  conformanceCheck({
    name: "a review that is taken back ends by itself, undecided",
    needs: ["review"],
    async run({ editor, file, inTime }) {
      const controller = new AbortController();
      const proposal = { id: 1, path: file.path, oldPath: file.path, contents: "proposed\n", title };
      const decision = editor.review!(proposal, directCall(controller.signal)).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.abort();
      const outcome = (await inTime(decision, "review must end when its signal aborts"))?.outcome;
      must(outcome !== "accepted", "A review that was taken back must not end as accepted");
    },
  }),

  conformanceCheck({
    name: "a review that is taken back leaves the screen",
    needs: ["review"],
    acts: ["seesReview"],
    async run({ ide, user, file, eventually, inTime }) {
      const sees = () => user.seesReview(title);
      const asked = ide.openDiff({ path: file.path, contents: "proposed\n", title });
      asked.catch(() => {});
      await eventually(sees, (seen) => seen, "A pending review must be on the screen");
      await ide.closeTab(title);
      mustEqual(
        await inTime(asked, "close_tab must end the review"),
        { outcome: "rejected" },
        "The decision",
      );
      await eventually(sees, (seen) => !seen, "A review that the agent has closed must leave the screen");
    },
  }),
];

import type { FakeEditor } from "@idebridge/sdk/testing";
import { file } from "./fakeSubject.ts";
import { type Fault, with_ } from "./faultyEditors.ts";

/** Faults of reviews, diagnostics and the rest. */
export const faultsOfReviews: readonly Fault[] = [
  [
    "line ends made LF",
    "an accepted review gives exactly what was proposed: CR LF",
    "The decision. Expected",
    decisions((text) => text.replaceAll("\r\n", "\n")),
  ],
  [
    "a final newline added",
    "an accepted review gives exactly what was proposed: no final newline",
    "The decision. Expected",
    decisions((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)),
  ],
  [
    "trailing spaces cut",
    "an accepted review gives exactly what was proposed: trailing",
    "The decision. Expected",
    decisions((text) => text.replace(/[ \t]+$/gm, "")),
  ],
  [
    "unicode normalised",
    "an accepted review gives exactly what was proposed: unicode",
    "The decision. Expected",
    decisions((text) => text.normalize("NFC")),
  ],
  [
    "nothing taken for a rejection",
    "an accepted review gives exactly what was proposed: nothing",
    "The decision. Expected",
    (fake) =>
      with_(fake, {
        review: async (proposal, call) => {
          const decision = await fake.review(proposal, call);
          return decision.outcome === "accepted" && !decision.contents ? { outcome: "rejected" } : decision;
        },
      }),
  ],
  [
    "the user's edit lost",
    "a review that the user edits",
    "The decision. Expected",
    (fake) =>
      with_(fake, {
        review: async (proposal, call) => ({
          ...(await fake.review(proposal, call)),
          contents: proposal.contents,
        }),
      }),
  ],
  [
    "everything accepted",
    "a rejected review is rejected",
    "The decision. Expected",
    (fake) =>
      with_(fake, {
        review: async (proposal, call) => {
          await fake.review(proposal, call);
          return { outcome: "accepted", contents: proposal.contents };
        },
      }),
  ],
  [
    "closing never ends",
    "a review that is closed without",
    "A review that the user has decided must end",
    (fake) =>
      with_(fake, {
        review: async (proposal, call) => {
          const decision = await fake.review(proposal, call);
          return decision.outcome === "rejected" && !call.signal.aborted ? never() : decision;
        },
      }),
  ],
  [
    "new files refused",
    "a file that does not exist yet",
    "The decision. Expected",
    (fake) =>
      with_(fake, {
        review: (proposal, call) =>
          fake.files.has(proposal.path)
            ? fake.review(proposal, call)
            : Promise.resolve({ outcome: "rejected" }),
      }),
  ],
  [
    "one review at a time",
    "two reviews at once",
    "The first of two reviews must go on when the second is decided",
    (fake) =>
      with_(fake, {
        review: (proposal, call) => {
          for (const other of fake.reviews) other.reject();
          return fake.review(proposal, call);
        },
      }),
  ],
  [
    "abort ignored",
    "a review that is taken back ends",
    "review must end when its signal aborts",
    (fake) =>
      with_(fake, {
        review: (proposal, call) => fake.review(proposal, { ...call, signal: new AbortController().signal }),
      }),
  ],
  [
    "abort accepts",
    "a review that is taken back ends",
    "A review that was taken back must not end as accepted",
    (fake) =>
      with_(fake, {
        review: async (proposal, call) => {
          await fake.review(proposal, call);
          return { outcome: "accepted", contents: "" };
        },
      }),
  ],
  [
    "taken back, but still shown",
    "a review that is taken back leaves",
    "A review that the agent has closed must leave the screen",
    (fake) =>
      with_(fake, {
        review: (proposal, call) => {
          void fake.review(proposal, { ...call, signal: new AbortController().signal });
          return new Promise((resolve) =>
            call.signal.addEventListener("abort", () => resolve({ outcome: "rejected" })),
          );
        },
      }),
  ],
  [
    "ranges the wrong way round",
    "a problem is found in its file",
    "The end of a range must not be before its start",
    (fake) =>
      with_(fake, {
        diagnostics: (path) =>
          fake.diagnostics(path).map((each) => ({
            ...each,
            diagnostics: each.diagnostics.map((one) => ({
              ...one,
              range: { start: one.range.end, end: one.range.start },
            })),
          })),
      }),
  ],
  [
    "problems beyond the file",
    "a problem is found in its file",
    "A range must be inside the file",
    (fake) =>
      with_(fake, {
        diagnostics: (path) =>
          fake.diagnostics(path).map((each) => ({
            ...each,
            diagnostics: each.diagnostics.map((one) => ({
              ...one,
              range: { start: { line: 9, character: 0 }, end: { line: 9, character: 1 } },
            })),
          })),
      }),
  ],
  [
    "the path ignored",
    "a file without problems",
    "diagnostics of one file must not have other files",
    (fake) => with_(fake, { diagnostics: () => [{ path: file.path, diagnostics: [] }] }),
  ],
  [
    "problems not announced",
    "a problem is announced",
    "A diagnostics event must tell the problem",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => fake.subscribe((event) => event.type !== "diagnostics" && listener(event)),
      }),
  ],
  [
    "format of anything",
    "a file can be formatted",
    "format of a missing file",
    (fake) => with_(fake, { format: () => "formatted" }),
  ],
  [
    "images that are no base64",
    "code that is run",
    "An output must be text, or an image in base64",
    (fake) =>
      with_(fake, {
        executeCode: () => ({ outputs: [{ type: "image", data: "<svg>", mimeType: "image/svg+xml" }] }),
      }),
  ],
  [
    "an aborted call waits for ever",
    "a call whose client has already left",
    "format must end when its signal is aborted",
    (fake) => with_(fake, { format: () => never() }),
  ],
  [
    "all line ends made CR LF",
    "an accepted review gives exactly what was proposed: mixed",
    "The decision. Expected",
    decisions((text) => text.replace(/\r?\n/g, "\r\n")),
  ],
  [
    "one review for a file, ever",
    "the same file can be reviewed again",
    "The second decision. Expected",
    (fake) =>
      with_(fake, {
        review: (proposal, call) =>
          fake.reviews.some((review) => review.proposal.path === proposal.path)
            ? Promise.resolve({ outcome: "rejected" })
            : fake.review(proposal, call),
      }),
  ],
];

function decisions(change: (contents: string) => string) {
  return (fake: FakeEditor) =>
    with_(fake, {
      async review(proposal, call) {
        const decision = await fake.review(proposal, call);
        return decision.outcome === "accepted"
          ? { ...decision, contents: change(decision.contents) }
          : decision;
      },
    });
}

function never(): Promise<never> {
  return new Promise(() => {});
}

import type { Editor, EditorEvent, Range } from "@idebridge/sdk";
import type { FakeEditor } from "@idebridge/sdk/testing";
import { file } from "./fakeSubject.ts";

/** A fault, how to build it into the fake editor, and the check that must find it. */
export const faults: [fault: string, check: string, adapt: (fake: FakeEditor) => Editor][] = [
  [
    "relative folders",
    "workspace folders are absolute",
    (fake) => with_(fake, { workspaceFolders: () => ["src"] }),
  ],
  [
    "a slash at the end of a folder",
    "workspace folders are absolute",
    (fake) => with_(fake, { workspaceFolders: () => ["/workspace/"] }),
  ],
  [
    "opened files are not listed",
    "a file that is opened is listed",
    (fake) => with_(fake, { openDocuments: () => [] }),
  ],
  [
    "opened files are dirty",
    "a file that is opened is listed",
    (fake) =>
      with_(fake, { openDocuments: () => fake.openDocuments().map((each) => ({ ...each, isDirty: true })) }),
  ],
  [
    "all tabs are active",
    "a file that is opened twice",
    (fake) =>
      with_(fake, { openDocuments: () => fake.openDocuments().map((each) => ({ ...each, isActive: true })) }),
  ],
  [
    "lines counted without the last",
    "openFile tells how many lines",
    (fake) =>
      with_(fake, {
        openFile: (request) => {
          const opened = fake.openFile(request);
          return opened === "notFound" ? opened : { lineCount: 3 };
        },
      }),
  ],
  [
    "previews stay",
    "a preview is replaced",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, preview: false }) }),
  ],
  [
    "everything is a preview",
    "a file that is opened to stay",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, preview: true }) }),
  ],
  [
    "frontmost is ignored",
    "a file that is opened behind",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, frontmost: true }) }),
  ],
  [
    "missing files are made",
    "a file that does not exist",
    (fake) =>
      with_(fake, {
        openFile: (request) => {
          if (!fake.files.has(request.path)) fake.files.set(request.path, "");
          return fake.openFile(request);
        },
      }),
  ],
  [
    "save says saved, and does nothing",
    "a document that is edited is dirty",
    (fake) => with_(fake, { saveDocument: () => "saved" }),
  ],
  [
    "save of anything is saved",
    "a document that is not open",
    (fake) => with_(fake, { saveDocument: () => "saved" }),
  ],
  [
    "edits are not announced",
    "an edit is announced",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => fake.subscribe((event) => event.type !== "documents" && listener(event)),
      }),
  ],
  [
    "tabs known by path only",
    "a tab is closed by its label",
    (fake) =>
      with_(fake, { closeTab: (label) => (label.startsWith("/") ? fake.closeTab(label) : "notFound") }),
  ],
  [
    "tabs known by name only",
    "a tab is closed by the path",
    (fake) =>
      with_(fake, { closeTab: (label) => (label.startsWith("/") ? "notFound" : fake.closeTab(label)) }),
  ],
  [
    "text without unsaved changes",
    "the text of a document is read",
    (fake) => with_(fake, { readText: (path) => (path === file.path ? file.text : undefined) }),
  ],
  [
    "text patterns ignored",
    "openFile selects the text it is given: start only",
    (fake) => with_(fake, { openFile: ({ select: _, ...request }) => fake.openFile(request) }),
  ],
  [
    "endText ignored",
    "openFile selects the text it is given: start and end",
    (fake) =>
      with_(fake, {
        openFile: (request) =>
          fake.openFile({
            ...request,
            ...(request.select && { select: { startText: request.select.startText } }),
          }),
      }),
  ],
  [
    "toEndOfLine ignored",
    "openFile selects the text it is given: to the end",
    (fake) =>
      with_(fake, {
        openFile: (request) =>
          fake.openFile({
            ...request,
            ...(request.select && { select: { ...request.select, toEndOfLine: false } }),
          }),
      }),
  ],
  [
    "no such text, no file",
    "a text to select that is nowhere",
    (fake) =>
      with_(fake, {
        openFile: (request) =>
          request.select?.startText.includes("nowhere") ? "notFound" : fake.openFile(request),
      }),
  ],
  [
    "lines from 1",
    "the selection of the user is told",
    (fake) => with_(fake, { activeSelection: () => shifted(fake.activeSelection()) }),
  ],
  [
    "events differ from answers",
    "the selection of the user is told",
    (fake) =>
      with_(fake, {
        subscribe: (listener) =>
          fake.subscribe((event) =>
            listener(event.type === "selection" ? { ...event, selection: shifted(event.selection) } : event),
          ),
      }),
  ],
  [
    "the whole line for a cursor",
    "a cursor without a selection",
    (fake) =>
      with_(fake, {
        activeSelection: () => {
          const active = fake.activeSelection();
          return active && { ...active, text: "line" };
        },
      }),
  ],
  [
    "setSelection does nothing",
    "a selection that is set",
    (fake) => with_(fake, { setSelection: () => "selected" }),
  ],
  [
    "setSelection opens files",
    "nothing can be selected",
    (fake) =>
      with_(fake, {
        setSelection: ({ path = file.path, range }) => {
          fake.select(path, range);
          return "selected";
        },
      }),
  ],
  [
    "unsubscribing does nothing",
    "nothing is told any more",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => {
          fake.subscribe(listener);
          return () => {};
        },
      }),
  ],
  [
    "line ends made LF",
    "an accepted review gives exactly what was proposed: CR LF",
    decisions((text) => text.replaceAll("\r\n", "\n")),
  ],
  [
    "a final newline added",
    "an accepted review gives exactly what was proposed: no final newline",
    decisions((text) => (text === "" || text.endsWith("\n") ? text : `${text}\n`)),
  ],
  [
    "trailing spaces cut",
    "an accepted review gives exactly what was proposed: trailing",
    decisions((text) => text.replace(/[ \t]+$/gm, "")),
  ],
  [
    "unicode normalised",
    "an accepted review gives exactly what was proposed: unicode",
    decisions((text) => text.normalize("NFC")),
  ],
  [
    "nothing taken for a rejection",
    "an accepted review gives exactly what was proposed: nothing",
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
    (fake) =>
      with_(fake, {
        review: (proposal, call) => fake.review(proposal, { ...call, signal: new AbortController().signal }),
      }),
  ],
  [
    "abort accepts",
    "a review that is taken back ends",
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
    "problems with lines from 1 at the end",
    "a problem is found in its file",
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
    (fake) => with_(fake, { diagnostics: () => [{ path: file.path, diagnostics: [] }] }),
  ],
  [
    "problems not announced",
    "a problem is announced",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => fake.subscribe((event) => event.type !== "diagnostics" && listener(event)),
      }),
  ],
  ["format of anything", "a file can be formatted", (fake) => with_(fake, { format: () => "formatted" })],
  [
    "images that are no base64",
    "code that is run",
    (fake) =>
      with_(fake, {
        executeCode: () => ({ outputs: [{ type: "image", data: "<svg>", mimeType: "image/svg+xml" }] }),
      }),
  ],
  [
    "an aborted call waits for ever",
    "a call whose client has already left",
    (fake) => with_(fake, { format: () => never() }),
  ],
];

/** The fake editor with some parts replaced; calls within it still go to its own. */
export function with_(fake: FakeEditor, parts: Partial<Editor>): Editor {
  return new Proxy(fake, {
    get(target, key) {
      if (key in parts) return parts[key as keyof Editor];
      const value = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

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

type Told = Extract<EditorEvent, { type: "selection" }>["selection"];

function shifted(selection: Told): Told {
  const down = ({ line, character }: Range["start"]) => ({ line: line + 1, character });
  return (
    selection && {
      ...selection,
      range: { start: down(selection.range.start), end: down(selection.range.end) },
    }
  );
}

function never(): Promise<never> {
  return new Promise(() => {});
}

import type { Editor, EditorEvent, Range } from "@idebridge/sdk";
import type { FakeEditor } from "@idebridge/sdk/testing";
import { file } from "./fakeSubject.ts";

/** A fault, the check that must find it, what the check then says, and how to build it into the fake editor. */
export type Fault = [fault: string, check: string, says: string, adapt: (fake: FakeEditor) => Editor];

export const faultsOfDocuments: readonly Fault[] = [
  [
    "relative folders",
    "a workspace folder holds",
    "A workspace folder must be an absolute path",
    (fake) => with_(fake, { workspaceFolders: () => ["src"] }),
  ],
  [
    "a slash at the end of a folder",
    "a workspace folder holds",
    "A workspace folder must be an absolute path",
    (fake) => with_(fake, { workspaceFolders: () => ["/workspace/"] }),
  ],
  [
    "opened files are not listed",
    "a file that is opened is listed",
    "After openFile: openDocuments must list",
    (fake) => with_(fake, { openDocuments: () => [] }),
  ],
  [
    "opened files are dirty",
    "a file that is opened is listed",
    "A file that was only opened must not be dirty",
    (fake) =>
      with_(fake, { openDocuments: () => fake.openDocuments().map((each) => ({ ...each, isDirty: true })) }),
  ],
  [
    "all tabs are active",
    "a file that is opened twice",
    "After opening a file again: /workspace/a.ts alone must be active",
    (fake) =>
      with_(fake, { openDocuments: () => fake.openDocuments().map((each) => ({ ...each, isActive: true })) }),
  ],
  [
    "lines counted without the last",
    "openFile tells how many lines",
    "lineCount must be the number of lines",
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
    "After a second preview: openDocuments must list",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, preview: false }) }),
  ],
  [
    "everything is a preview",
    "a file that is opened to stay",
    "After a file that stays, and a preview: openDocuments must list",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, preview: true }) }),
  ],
  [
    "frontmost is ignored",
    "a file that is opened behind",
    "/workspace/a.ts alone must be active",
    (fake) => with_(fake, { openFile: (request) => fake.openFile({ ...request, frontmost: true }) }),
  ],
  [
    "missing files are made",
    "a file that does not exist",
    "openFile of a missing file",
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
    "A saved document must not be dirty",
    (fake) => with_(fake, { saveDocument: () => "saved" }),
  ],
  [
    "save of anything is saved",
    "a document that is not open",
    "saveDocument of a file that is not open",
    (fake) => with_(fake, { saveDocument: () => "saved" }),
  ],
  [
    "edits are not announced",
    "an edit is announced",
    "An edit must be told by a documents event",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => fake.subscribe((event) => event.type !== "documents" && listener(event)),
      }),
  ],
  [
    "tabs known by path only",
    "a tab is closed by its label",
    "closeTab of the label a.ts",
    (fake) =>
      with_(fake, { closeTab: (label) => (label.startsWith("/") ? fake.closeTab(label) : "notFound") }),
  ],
  [
    "tabs known by name only",
    "a tab is closed by the path",
    "closeTab of the path of an open file",
    (fake) =>
      with_(fake, { closeTab: (label) => (label.startsWith("/") ? "notFound" : fake.closeTab(label)) }),
  ],
  [
    "text without unsaved changes",
    "the text of a document is read",
    "readText must have unsaved changes",
    (fake) => with_(fake, { readText: (path) => (path === file.path ? file.text : undefined) }),
  ],
  [
    "text patterns ignored",
    "openFile selects the text it is given: start only",
    "After openFile with a text to select: activeSelection must be",
    (fake) => with_(fake, { openFile: ({ select: _, ...request }) => fake.openFile(request) }),
  ],
  [
    "endText ignored",
    "openFile selects the text it is given: start and end",
    "After openFile with a text to select: activeSelection must be",
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
    "After openFile with a text to select: activeSelection must be",
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
    "openFile must open the file although it does not contain the text",
    (fake) =>
      with_(fake, {
        openFile: (request) =>
          request.select?.startText.includes("nowhere") ? "notFound" : fake.openFile(request),
      }),
  ],
  [
    "lines from 1",
    "the selection of the user is told",
    "After the user has selected: activeSelection must be",
    (fake) => with_(fake, { activeSelection: () => shifted(fake.activeSelection()) }),
  ],
  [
    "events differ from answers",
    "the selection of the user is told",
    "The last selection event must tell",
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
    "After the cursor was placed: activeSelection must be",
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
    "After setSelection: activeSelection must be",
    (fake) => with_(fake, { setSelection: () => "selected" }),
  ],
  [
    "setSelection opens files",
    "nothing can be selected",
    "setSelection in a file that is not open",
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
    "Events told after unsubscribing",
    (fake) =>
      with_(fake, {
        subscribe: (listener) => {
          fake.subscribe(listener);
          return () => {};
        },
      }),
  ],
  [
    "the latest selection forgotten",
    "the latest selection is still known",
    "although no text editor has the focus",
    (fake) => with_(fake, { latestSelection: () => fake.activeSelection() }),
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

import { isInside } from "../protocol/paths.ts";
import {
  type Bench,
  conformanceCheck,
  directCall,
  linesOf,
  must,
  mustEqual,
  platformOf,
} from "./conformanceBench.ts";
import type { TextFile } from "./editorUnderTest.ts";

async function open(
  { ide }: Bench,
  { path }: TextFile,
  options: { preview?: boolean; frontmost?: boolean } = {},
) {
  const opened = await ide.openFile(path, options);
  must(opened !== "notFound", `openFile says that ${path} does not exist`);
  return opened;
}

function tabsAre({ ide, eventually }: Bench, expected: readonly TextFile[], problem: string) {
  const wanted = expected.map(({ path }) => path).sort();
  return eventually(
    async () => (await ide.openDocuments()).map(({ path }) => path).sort(),
    (paths) => paths.join() === wanted.join(),
    `${problem}: openDocuments must list ${wanted.join(", ") || "nothing"}`,
  );
}

function activeIs({ ide, eventually }: Bench, { path }: TextFile, problem: string) {
  return eventually(
    async () => (await ide.openDocuments()).filter(({ isActive }) => isActive).map((each) => each.path),
    (active) => active.join() === path,
    `${problem}: ${path} alone must be active`,
  );
}

const missing = ({ path }: TextFile) => `${path}.does-not-exist`;

export const documentChecks = [
  conformanceCheck({
    name: "a workspace folder holds the files",
    async run({ editor, file }) {
      const platform = platformOf(file.path);
      const folders = editor.workspaceFolders();
      must(
        folders.some((folder) => isInside(folder, file.path, platform)),
        `No workspace folder holds ${file.path}: they are ${folders.join(", ") || "none"}`,
      );
    },
  }),

  conformanceCheck({
    name: "a file that is opened is listed, active and clean",
    needs: ["openFile", "openDocuments"],
    async run(bench) {
      await open(bench, bench.file);
      await tabsAre(bench, [bench.file], "After openFile");
      await activeIs(bench, bench.file, "After openFile");
      const state = await bench.ide.documentState(bench.file.path);
      mustEqual(
        state,
        { isDirty: false, isUntitled: false },
        "A file that was only opened must not be dirty",
      );
    },
  }),

  conformanceCheck({
    name: "a file that is opened twice is listed once",
    needs: ["openFile", "openDocuments"],
    async run(bench) {
      await open(bench, bench.file);
      await open(bench, bench.otherFile);
      await open(bench, bench.file);
      await tabsAre(
        bench,
        [bench.file, bench.otherFile],
        "After opening one file, another, and the first again",
      );
      await activeIs(bench, bench.file, "After opening a file again");
    },
  }),

  conformanceCheck({
    name: "openFile tells how many lines there are, if it tells",
    needs: ["openFile"],
    async run(bench) {
      const { lineCount } = await open(bench, bench.file, { frontmost: false });
      if (lineCount === undefined) return;
      mustEqual(
        lineCount,
        linesOf(bench.file.text).length,
        "lineCount must be the number of lines, the last one included",
      );
    },
  }),

  conformanceCheck({
    name: "a preview is replaced by the next one",
    needs: ["openFile", "openDocuments"],
    async run(bench) {
      await open(bench, bench.file, { preview: true });
      await tabsAre(bench, [bench.file], "After a preview");
      await open(bench, bench.otherFile, { preview: true });
      await tabsAre(bench, [bench.otherFile], "After a second preview");
    },
  }),

  conformanceCheck({
    name: "a file that is opened to stay is not replaced by a preview",
    needs: ["openFile", "openDocuments"],
    async run(bench) {
      await open(bench, bench.file);
      await open(bench, bench.otherFile, { preview: true });
      await tabsAre(bench, [bench.file, bench.otherFile], "After a file that stays, and a preview");
    },
  }),

  conformanceCheck({
    name: "a file that is opened behind leaves the active one alone",
    needs: ["openFile", "openDocuments"],
    async run(bench) {
      await open(bench, bench.file);
      await activeIs(bench, bench.file, "After openFile");
      await open(bench, bench.otherFile, { frontmost: false });
      await tabsAre(bench, [bench.file, bench.otherFile], "After openFile with frontmost false");
      await activeIs(bench, bench.file, "After openFile of another file with frontmost false");
    },
  }),

  conformanceCheck({
    name: "a file that does not exist is not found, and not opened",
    needs: ["openFile"],
    async run(bench) {
      mustEqual(await bench.ide.openFile(missing(bench.file)), "notFound", "openFile of a missing file");
      if (bench.ide.supports("openDocuments")) await tabsAre(bench, [], "After openFile of a missing file");
    },
  }),

  conformanceCheck({
    name: "a document that is edited is dirty until it is saved",
    needs: ["openDocuments", "saveDocument"],
    acts: ["edit"],
    async run({ ide, user, file, readFile, eventually }) {
      const text = `${file.text}\nedited`;
      await user.edit(file.path, text);
      const isDirty = async () => {
        const state = await ide.documentState(file.path);
        return state === "notOpen" ? state : state.isDirty;
      };
      await eventually(isDirty, (dirty) => dirty === true, "A document with unsaved changes must be dirty");
      if (readFile) mustEqual(await readFile(file.path), file.text, "An edit must not be saved by itself");
      mustEqual(await ide.saveDocument(file.path), "saved", "saveDocument of a dirty document");
      await eventually(isDirty, (dirty) => dirty === false, "A saved document must not be dirty");
      if (readFile) mustEqual(await readFile(file.path), text, "A saved document must be on the disk");
    },
  }),

  conformanceCheck({
    name: "an edit is announced",
    needs: ["subscribe", "openDocuments"],
    acts: ["edit"],
    async run({ user, file, events, eventually }) {
      await user.edit(file.path, `${file.text}\nedited`);
      await eventually(
        () => events.map(({ type }) => type),
        (types) => types.includes("documents"),
        "An edit must be told by a documents event",
      );
    },
  }),

  conformanceCheck({
    name: "a document that is not open cannot be saved",
    needs: ["saveDocument"],
    async run({ ide, file }) {
      mustEqual(await ide.saveDocument(file.path), "notOpen", "saveDocument of a file that is not open");
    },
  }),

  conformanceCheck({
    name: "a tab is closed by its label",
    needs: ["openFile", "openDocuments", "closeTab"],
    async run(bench) {
      await open(bench, bench.file);
      await open(bench, bench.otherFile);
      const documents = await bench.ide.openDocuments();
      const { label = "" } = documents.find(({ path }) => path === bench.file.path) ?? {};
      mustEqual(
        await bench.editor.closeTab!(label, directCall()),
        "closed",
        `closeTab of the label ${label}`,
      );
      await tabsAre(bench, [bench.otherFile], "After closeTab by the label");
    },
  }),

  conformanceCheck({
    name: "a tab is closed by the path of its file, and then is not found",
    needs: ["openFile", "openDocuments", "closeTab"],
    async run(bench) {
      await open(bench, bench.file);
      const close = () => bench.editor.closeTab!(bench.file.path, directCall());
      mustEqual(await close(), "closed", "closeTab of the path of an open file");
      await tabsAre(bench, [], "After closeTab by the path");
      mustEqual(await close(), "notFound", "closeTab of a file that is not open any more");
    },
  }),

  conformanceCheck({
    name: "the text of a document is read with unsaved changes",
    needs: ["readText"],
    acts: ["edit"],
    async run({ editor, user, file, eventually, inTime }) {
      const read = (path: string) => inTime(editor.readText!(path, directCall()), "readText must answer");
      mustEqual(await read(missing(file)), undefined, "readText of a missing file");
      await user.edit(file.path, "unsaved");
      await eventually(
        () => read(file.path),
        (text) => text === "unsaved",
        "readText must have unsaved changes",
      );
    },
  }),
];

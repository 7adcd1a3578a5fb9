import type { Range, Selection } from "../editor/editor.ts";
import { findText } from "../editor/findText.ts";
import { textIn } from "../editor/textIn.ts";
import { type Bench, conformanceCheck, isSame, linesOf, must, mustEqual } from "./conformanceBench.ts";

/** From the second character of the first line to the end of the second. */
function someRange(text: string): Range {
  const [first = "", second] = linesOf(text);
  must(
    first.length > 1 && second !== undefined,
    "The file under test must have two lines, the first with some text",
  );
  return { start: { line: 0, character: 1 }, end: { line: 1, character: second.length } };
}

function selectionIs({ ide, eventually }: Bench, expected: Selection, problem: string) {
  return eventually(
    () => ide.activeSelection(),
    (selection) => isSame(selection, expected),
    `${problem}: activeSelection must be ${JSON.stringify(expected)}`,
  );
}

function wordsOf(text: string): readonly [string, string] {
  const words = text.match(/\w+/g) ?? [];
  const [first, last] = [words[0], words.at(-1)];
  must(
    first !== undefined && last !== undefined && first !== last,
    "The file under test must have several words",
  );
  return [first, last];
}

export const selectionChecks = [
  ...(["start only", "start and end", "to the end of the line"] as const).map((form) =>
    conformanceCheck({
      name: `openFile selects the text it is given: ${form}`,
      needs: ["openFile", "activeSelection"],
      async run(bench) {
        const { path, text } = bench.file;
        const [startText, endText] = wordsOf(text);
        const select = {
          startText,
          ...(form === "start and end" && { endText }),
          toEndOfLine: form === "to the end of the line",
        };
        await bench.ide.openFile(path, { select });
        const range = findText(text, select)!;
        await selectionIs(
          bench,
          { path, range, text: textIn(text, range) },
          "After openFile with a text to select",
        );
      },
    }),
  ),

  conformanceCheck({
    name: "a text to select that is nowhere is no reason not to open the file",
    needs: ["openFile", "activeSelection"],
    async run(bench) {
      const { eventually } = bench;
      const { path } = bench.file;
      const opened = await bench.ide.openFile(path, { select: { startText: "\u0001 nowhere" } });
      must(opened !== "notFound", "openFile must open the file although it does not contain the text");
      await eventually(
        async () => (await bench.ide.activeSelection())?.path,
        (active) => active === path,
        "A file opened to the front must be where activeSelection is",
      );
    },
  }),

  conformanceCheck({
    name: "the selection of the user is told, and the same when asked for",
    needs: ["activeSelection", "subscribe"],
    acts: ["select"],
    async run(bench) {
      const { eventually } = bench;
      const { path, text } = bench.file;
      const range = someRange(text);
      await bench.user.select(path, range);
      const expected = { path, range, text: textIn(text, range) };
      await selectionIs(bench, expected, "After the user has selected");
      await eventually(
        () => bench.events.flatMap((event) => (event.type === "selection" ? [event.selection] : [])).at(-1),
        (told) => isSame(told, expected),
        `The last selection event must tell ${JSON.stringify(expected)}`,
      );
    },
  }),

  conformanceCheck({
    name: "a cursor without a selection is an empty range with an empty text",
    needs: ["activeSelection"],
    acts: ["select"],
    async run(bench) {
      const { path } = bench.file;
      const position = { line: 1, character: 0 };
      await bench.user.select(path, { start: position, end: position });
      await selectionIs(
        bench,
        { path, range: { start: position, end: position }, text: "" },
        "After the cursor was placed",
      );
    },
  }),

  conformanceCheck({
    name: "the latest selection is still known when its tab is closed",
    needs: ["latestSelection", "closeTab"],
    acts: ["select"],
    async run(bench) {
      const { eventually } = bench;
      const { path, text } = bench.file;
      const range = someRange(text);
      await bench.user.select(path, range);
      const expected = { path, range, text: textIn(text, range) };
      const isKept = (latest: Selection | undefined) => isSame(latest, expected);
      await eventually(
        () => bench.ide.latestSelection(),
        isKept,
        "latestSelection must be what the user selected",
      );
      await bench.ide.closeTab(path);
      await eventually(
        () => bench.ide.latestSelection(),
        isKept,
        "latestSelection must be known although no text editor has the focus",
      );
    },
  }),

  conformanceCheck({
    name: "a selection that is set is the active one",
    needs: ["setSelection", "activeSelection", "openFile"],
    dialect: "nexus",
    async run(bench) {
      const { path, text } = bench.file;
      const range = someRange(text);
      await bench.ide.openFile(path);
      mustEqual(await bench.ide.setSelection({ path, range }), "selected", "setSelection in an open file");
      await selectionIs(bench, { path, range, text: textIn(text, range) }, "After setSelection");
      const start = { line: 0, character: 0 };
      mustEqual(
        await bench.ide.setSelection({ range: { start, end: start } }),
        "selected",
        "setSelection without a path",
      );
      await selectionIs(
        bench,
        { path, range: { start, end: start }, text: "" },
        "After setSelection in the active document",
      );
    },
  }),

  conformanceCheck({
    name: "nothing can be selected in a file that is not open",
    needs: ["setSelection"],
    dialect: "nexus",
    async run({ ide, file }) {
      const range = someRange(file.text);
      mustEqual(
        await ide.setSelection({ path: file.path, range }),
        "notOpen",
        "setSelection in a file that is not open",
      );
    },
  }),

  conformanceCheck({
    name: "nothing is told any more after the subscription has ended",
    needs: ["subscribe"],
    acts: ["select"],
    async run({ editor, user, file, otherFile, events, ide, eventually }) {
      ide.close();
      let told = 0;
      const unsubscribe = editor.subscribe!(() => {
        told++;
      });
      await user.select(file.path, someRange(file.text));
      await eventually(
        () => told,
        (count) => count > 0,
        "A subscriber must be told of a selection",
      );
      unsubscribe();
      const before = told;
      const position = { line: 0, character: 0 };
      await user.select(otherFile.path, { start: position, end: position });
      await new Promise((resolve) => setTimeout(resolve, 50));
      mustEqual(told, before, `Events told after unsubscribing (of ${events.length})`);
    },
  }),
];

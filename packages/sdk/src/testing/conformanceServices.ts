import type { Capability, Diagnostic, Editor, FileDiagnostics } from "../editor/editor.ts";
import { canNow, conformanceCheck, directCall, linesOf, must, mustEqual } from "./conformanceBench.ts";

const severities = ["error", "warning", "information", "hint"];

function mustBeSane({ message, severity, range }: Diagnostic, text: string): void {
  const { start, end } = range;
  const shown = JSON.stringify({ message, severity, range });
  const numbers = [start.line, start.character, end.line, end.character];
  must(message !== "", `A problem must have a message: ${shown}`);
  must(
    severities.includes(severity),
    `A problem must have one of the severities ${severities.join(", ")}: ${shown}`,
  );
  must(
    numbers.every((number) => Number.isInteger(number) && number >= 0),
    `Positions are whole numbers from 0 on: ${shown}`,
  );
  must(
    start.line < end.line || (start.line === end.line && start.character <= end.character),
    `The end of a range must not be before its start: ${shown}`,
  );
  const lines = linesOf(text);
  must(
    end.line < lines.length,
    `A range must be inside the file, which has ${lines.length} lines counted from 0: ${shown}`,
  );
  must(end.character <= lines[end.line]!.length, `A range must end inside its line: ${shown}`);
}

const startOfFile = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Each part of the port, called in the simplest way. */
const calls: Readonly<Record<Capability, (editor: Editor, path: string, signal: AbortSignal) => unknown>> = {
  openDocuments: (editor, _path, signal) => editor.openDocuments!(directCall(signal)),
  activeSelection: (editor, _path, signal) => editor.activeSelection!(directCall(signal)),
  latestSelection: (editor, _path, signal) => editor.latestSelection!(directCall(signal)),
  readText: (editor, path, signal) => editor.readText!(path, directCall(signal)),
  openFile: (editor, path, signal) =>
    editor.openFile!({ path, preview: false, frontmost: false }, directCall(signal)),
  saveDocument: (editor, path, signal) => editor.saveDocument!(path, directCall(signal)),
  closeTab: (editor, path, signal) => editor.closeTab!(path, directCall(signal)),
  review: (editor, path, signal) =>
    editor.review!({ id: 1, path, oldPath: path, contents: "", title: "taken back" }, directCall(signal)),
  diagnostics: (editor, path, signal) => editor.diagnostics!(path, directCall(signal)),
  format: (editor, path, signal) => editor.format!(path, directCall(signal)),
  setSelection: (editor, path, signal) =>
    editor.setSelection!({ path, range: startOfFile }, directCall(signal)),
  executeCode: (editor, _path, signal) => editor.executeCode!("1", directCall(signal)),
};

export const serviceChecks = [
  conformanceCheck({
    name: "a problem is found in its file, with a range inside it",
    needs: ["diagnostics"],
    acts: ["causeProblem"],
    async run({ ide, user, file, editor, eventually }) {
      await user.causeProblem(file.path);
      const found = await eventually<readonly FileDiagnostics[]>(
        () => ide.diagnostics(file.path),
        (files) => files.some(({ diagnostics }) => diagnostics.length > 0),
        `diagnostics must have a problem of ${file.path}`,
      );
      mustEqual(
        found.map(({ path }) => path),
        [file.path],
        "diagnostics of one file must be of that file only, and once",
      );
      const text = (await editor.readText?.(file.path, directCall())) ?? file.text;
      for (const problem of found[0]!.diagnostics) mustBeSane(problem, text);
      const all = await ide.diagnostics();
      must(
        all.some(({ path, diagnostics }) => path === file.path && diagnostics.length > 0),
        "diagnostics without a path must have the problems of every file",
      );
    },
  }),

  conformanceCheck({
    name: "a problem is announced",
    needs: ["diagnostics", "subscribe"],
    acts: ["causeProblem"],
    async run({ user, file, events, eventually }) {
      await user.causeProblem(file.path);
      await eventually(
        () => events.flatMap((event) => (event.type === "diagnostics" ? event.files : [])),
        (files) => files.some(({ path, diagnostics }) => path === file.path && diagnostics.length > 0),
        `A diagnostics event must tell the problem of ${file.path}`,
      );
    },
  }),

  conformanceCheck({
    name: "a file without problems has none",
    needs: ["diagnostics"],
    async run({ ide, otherFile }) {
      const files = await ide.diagnostics(otherFile.path);
      const strange = files.filter(({ path }) => path !== otherFile.path);
      mustEqual(strange, [], "diagnostics of one file must not have other files");
    },
  }),

  conformanceCheck({
    name: "a file can be formatted, one that does not exist cannot",
    needs: ["format"],
    dialect: "nexus",
    async run({ ide, file }) {
      mustEqual(await ide.format(file.path), "formatted", "format of a file");
      mustEqual(await ide.format(`${file.path}.does-not-exist`), "notFound", "format of a missing file");
    },
  }),

  conformanceCheck({
    name: "code that is run gives outputs that an agent can read",
    needs: ["executeCode"],
    async run({ ide, inTime }) {
      const { outputs } = await inTime(ide.executeCode("1"), "executeCode must answer");
      must(Array.isArray(outputs), "executeCode must give a list of outputs");
      for (const output of outputs) {
        const isText = output.type === "text" && typeof output.text === "string";
        const isImage =
          output.type === "image" && /^[\w+/]*={0,2}$/.test(output.data) && output.mimeType.includes("/");
        must(
          isText || isImage,
          `An output must be text, or an image in base64: ${JSON.stringify(output).slice(0, 200)}`,
        );
      }
    },
  }),

  conformanceCheck({
    name: "a call whose client has already left ends all the same",
    async run({ editor, file, inTime }) {
      const signal = AbortSignal.abort(new Error("The client has left"));
      for (const [capability, call] of Object.entries(calls) as [Capability, (typeof calls)[Capability]][]) {
        if (!canNow(editor, capability)) continue;
        const ended = (async () => call(editor, file.path, signal))().catch(() => {});
        await inTime(ended, `${capability} must end when its signal is aborted from the start`);
      }
    },
  }),
];

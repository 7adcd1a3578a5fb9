/** Runs inside VS Code's extension host: a kernel for notebooks, a new file, and the library's checks on the extension's own editor. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type EditorUnderTest, editorConformance, type UserActions } from "@idebridge/sdk/testing";
import * as vscode from "vscode";
import type { IdebridgeApi } from "../../../editors/vscode/src/extension.ts";
import { openNotebook, registerKernel } from "./kernel.ts";

export async function activate(): Promise<void> {
  registerKernel();
  vscode.commands.registerCommand("conformance.openDraft", openDraft);
  const report = process.env.IDEBRIDGE_CONFORMANCE_REPORT;
  if (report === undefined) return;
  const extension = vscode.extensions.getExtension<IdebridgeApi>("idebridge.idebridge-vscode");
  const api = await extension!.activate();
  registerFormatter();
  const results: { name: string; outcome: string }[] = [];
  for (const check of editorConformance) {
    const number = results.length;
    const run = async () => {
      const subject = await underTest(api, number);
      if (check.name.startsWith("code that is run")) await openNotebook(subject.file.path);
      return check.run(subject);
    };
    const outcome = await run().catch((error: Error) => `failed: ${error.message}`);
    results.push({ name: check.name, outcome });
    writeFileSync(`${report}.part`, JSON.stringify(results, undefined, 2));
  }
  vscode.workspace.fs.rename(vscode.Uri.file(`${report}.part`), vscode.Uri.file(report));
}

async function underTest(api: IdebridgeApi, number: number): Promise<EditorUnderTest> {
  await closeAll();
  const folder = join(api.editor.workspaceFolders()[0]!, `check-${number}`);
  mkdirSync(folder);
  const file = { path: join(folder, "first.txt"), text: "one two three\nfour five\n\nsix seven eight\n" };
  const otherFile = { path: join(folder, "second.txt"), text: "another\nfile\n" };
  for (const { path, text } of [file, otherFile]) writeFileSync(path, text);
  const problems = vscode.languages.createDiagnosticCollection("conformance");
  return {
    editor: api.editor,
    file,
    otherFile,
    user: userOf(api, problems),
    // VS Code on a machine that may be busy with other things.
    patience: 30_000,
    readFile(path) {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return "notFound";
      }
    },
    async dispose() {
      problems.dispose();
      await closeAll();
    },
  };
}

function userOf({ reviews }: IdebridgeApi, problems: vscode.DiagnosticCollection): UserActions {
  const shown = async (title: string) => {
    for (;;) {
      const review = reviews.list().find(({ proposal }) => proposal.title === title);
      if (review && tabOf(title)) return review;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    async select(path, { start, end }) {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
      editor.selection = new vscode.Selection(start.line, start.character, end.line, end.character);
    },
    async edit(path, text) {
      await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
      await replaceText(vscode.Uri.file(path), text);
    },
    acceptReview: async (title) => reviews.accept(await shown(title)),
    async acceptEdited(title, contents) {
      const review = await shown(title);
      await replaceText(review.proposalUri, contents);
      await reviews.accept(review);
    },
    rejectReview: async (title) => (await shown(title)).reject(),
    async closeReview(title) {
      await shown(title);
      await vscode.window.tabGroups.close(tabOf(title)!);
    },
    seesReview: (title) => tabOf(title) !== undefined,
    causeProblem(path) {
      const range = new vscode.Range(0, 0, 0, 3);
      problems.set(vscode.Uri.file(path), [new vscode.Diagnostic(range, "This is wrong")]);
    },
  };
}

/** Plain text has none in VS Code: this one takes blanks off the ends of lines. */
function registerFormatter(): vscode.Disposable {
  return vscode.languages.registerDocumentFormattingEditProvider("plaintext", {
    provideDocumentFormattingEdits(document) {
      const whole = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
      return [vscode.TextEdit.replace(whole, document.getText().replace(/[ \t]+$/gm, ""))];
    },
  });
}

/** As `code draft.md` does. */
async function openDraft(): Promise<void> {
  const { uri } = vscode.workspace.workspaceFolders![0]!;
  const draft = vscode.Uri.joinPath(uri, "draft.md").with({ scheme: "untitled" });
  await vscode.window.showTextDocument(draft);
  await replaceText(draft, "# Draft\n");
}

function tabOf(title: string): vscode.Tab | undefined {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input, label }) => input instanceof vscode.TabInputTextDiff && label === title);
}

async function replaceText(uri: vscode.Uri, text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, document.validateRange(new vscode.Range(0, 0, document.lineCount, 0)), text);
  await vscode.workspace.applyEdit(edit);
}

async function closeAll(): Promise<void> {
  while (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}

import type { Call, CodeOutput, CodeResult } from "@idebridge/sdk";
import {
  commands,
  NotebookCellData,
  NotebookCellKind,
  type NotebookCellOutput,
  type NotebookDocument,
  NotebookEdit,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";

/** The notebook that the user looks at, or the only one that is open. */
export function openNotebook(): NotebookDocument | undefined {
  const shown = window.activeNotebookEditor ?? window.visibleNotebookEditors[0];
  return shown?.notebook ?? workspace.notebookDocuments.find(({ isClosed }) => !isClosed);
}

/** Runs code as a new last cell of the notebook, in its own kernel. The cell stays: the user sees what was run. */
export async function executeCode(code: string, { signal }: Call): Promise<CodeResult> {
  signal.throwIfAborted();
  const notebook = openNotebook();
  if (notebook === undefined) throw new Error("No notebook is open: open one, and choose its kernel");
  // VS Code runs nothing, and says nothing, while no editor shows the notebook.
  await window.showNotebookDocument(notebook, { preserveFocus: true });
  const index = notebook.cellCount;
  const language = notebook.getCells().findLast(({ kind }) => kind === NotebookCellKind.Code)
    ?.document.languageId;
  const cell = new NotebookCellData(NotebookCellKind.Code, code, language ?? "python");
  const edit = new WorkspaceEdit();
  edit.set(notebook.uri, [NotebookEdit.insertCells(index, [cell])]);
  if (!(await workspace.applyEdit(edit))) throw new Error("The notebook cannot be changed");
  const ended = untilRun(notebook, index, signal);
  // Plain numbers: the command does not know VS Code's own NotebookRange.
  const range = { ranges: [{ start: index, end: index + 1 }], document: notebook.uri };
  const interrupt = () => void commands.executeCommand("notebook.cell.cancelExecution", range);
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    await commands.executeCommand("notebook.cell.execute", range);
    if (!hasBegun(notebook, index))
      throw new Error("VS Code did not run it: choose a kernel for the notebook");
    const failed = (await ended) === false;
    return { outputs: notebook.cellAt(index).outputs.flatMap(toOutput), ...(failed && { failed }) };
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

function hasBegun(notebook: NotebookDocument, index: number): boolean {
  return notebook.cellAt(index).executionSummary !== undefined;
}

/** Whether the cell ended well; `undefined` when its kernel does not tell, or nobody waits any more. */
function untilRun(
  notebook: NotebookDocument,
  index: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    const listening = workspace.onDidChangeNotebookDocument(() => {
      const { success } = notebook.cellAt(index).executionSummary ?? {};
      if (success !== undefined) end(success);
    });
    const leave = () => end(undefined);
    const end = (success: boolean | undefined) => {
      listening.dispose();
      signal.removeEventListener("abort", leave);
      resolve(success);
    };
    signal.addEventListener("abort", leave, { once: true });
  });
}

const decoder = new TextDecoder();

function toOutput({ items }: NotebookCellOutput): readonly CodeOutput[] {
  const image = items.find(({ mime }) => mime === "image/png" || mime === "image/jpeg");
  if (image) {
    return [{ type: "image", data: Buffer.from(image.data).toString("base64"), mimeType: image.mime }];
  }
  const error = items.find(({ mime }) => mime === "application/vnd.code.notebook.error");
  if (error) return [{ type: "text", text: errorText(decoder.decode(error.data)) }];
  const text =
    items.find(({ mime }) => mime === "text/plain" || mime.startsWith("application/vnd.code.notebook.std")) ??
    items[0];
  return text ? [{ type: "text", text: decoder.decode(text.data) }] : [];
}

function errorText(json: string): string {
  const { name, message, stack } = JSON.parse(json) as { name?: string; message?: string; stack?: string };
  return stack ?? `${name ?? "Error"}: ${message ?? ""}`;
}

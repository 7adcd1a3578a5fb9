import type { Call, CodeOutput, CodeResult } from "@idebridge/sdk";
import {
  commands,
  Disposable,
  type NotebookCell,
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
  const cell = await addCell(notebook, code);
  // Plain numbers: the commands do not know VS Code's own NotebookRange. The cell may have moved meanwhile.
  const command = (name: string) =>
    commands.executeCommand(name, {
      ranges: [{ start: cell.index, end: cell.index + 1 }],
      document: notebook.uri,
    });
  const run = watchRun(cell);
  const interrupt = () => {
    command("notebook.cell.cancelExecution").then(undefined, () => {});
    run.end(undefined);
  };
  signal.addEventListener("abort", interrupt, { once: true });
  try {
    await command("notebook.cell.execute");
    if (cell.executionSummary === undefined) {
      throw new Error("VS Code did not run it: choose a kernel for the notebook");
    }
    const failed = (await run.ended) === false;
    return { outputs: cell.outputs.flatMap(toOutput), ...(failed && { failed }) };
  } finally {
    signal.removeEventListener("abort", interrupt);
    run.end(undefined);
  }
}

async function addCell(notebook: NotebookDocument, code: string): Promise<NotebookCell> {
  const index = notebook.cellCount;
  const language = notebook.getCells().findLast(({ kind }) => kind === NotebookCellKind.Code)
    ?.document.languageId;
  const cell = new NotebookCellData(NotebookCellKind.Code, code, language ?? "python");
  const edit = new WorkspaceEdit();
  edit.set(notebook.uri, [NotebookEdit.insertCells(index, [cell])]);
  if (!(await workspace.applyEdit(edit))) throw new Error("The notebook cannot be changed");
  return notebook.cellAt(index);
}

interface Run {
  /** Whether the cell ended well; `undefined` when its kernel does not tell, or the cell is gone, or nobody waits any more. */
  readonly ended: Promise<boolean | undefined>;
  end(success: boolean | undefined): void;
}

function watchRun(cell: NotebookCell): Run {
  let settle!: (success: boolean | undefined) => void;
  const ended = new Promise<boolean | undefined>((resolve) => {
    settle = resolve;
  });
  const end = (success: boolean | undefined) => {
    listening.dispose();
    settle(success);
  };
  const listening = Disposable.from(
    workspace.onDidChangeNotebookDocument(() => {
      const { success, timing } = cell.executionSummary ?? {};
      if (success !== undefined || timing !== undefined || cell.index < 0) end(success);
    }),
    workspace.onDidCloseNotebookDocument((closed) => {
      if (closed === cell.notebook) end(undefined);
    }),
  );
  return { ended, end };
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

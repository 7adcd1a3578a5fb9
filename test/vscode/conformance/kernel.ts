import vm from "node:vm";
import * as vscode from "vscode";

/** A notebook and a kernel of VS Code's own kind, which runs JavaScript: bytes are an image. */
export function registerKernel(): vscode.Disposable {
  const serializer: vscode.NotebookSerializer = {
    deserializeNotebook: () =>
      new vscode.NotebookData([new vscode.NotebookCellData(vscode.NotebookCellKind.Code, "1", "javascript")]),
    serializeNotebook: () => new Uint8Array(),
  };
  const controller = vscode.notebooks.createNotebookController("conformance", "conformance", "Conformance");
  controller.supportedLanguages = ["javascript", "python"];
  controller.executeHandler = async (cells) => {
    for (const cell of cells) {
      const execution = controller.createNotebookCellExecution(cell);
      execution.start(Date.now());
      const item = runCell(cell.document.getText());
      await execution.replaceOutput(new vscode.NotebookCellOutput([item]));
      execution.end(!item.mime.includes("error"), Date.now());
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.registerNotebookSerializer("conformance", serializer),
    controller,
  );
}

/** A notebook beside this file, with our kernel. */
export async function openNotebook(beside: string): Promise<void> {
  const uri = vscode.Uri.file(`${beside}.cells`);
  await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(uri));
  const kernel = { id: "conformance", extension: "idebridge.idebridge-conformance" };
  await vscode.commands.executeCommand("notebook.selectKernel", kernel);
}

function runCell(code: string): vscode.NotebookCellOutputItem {
  try {
    const result: unknown = vm.runInNewContext(code);
    if (!ArrayBuffer.isView(result)) return vscode.NotebookCellOutputItem.text(String(result));
    return new vscode.NotebookCellOutputItem(new Uint8Array(result.buffer), "image/png");
  } catch (error) {
    return vscode.NotebookCellOutputItem.error(error as Error);
  }
}

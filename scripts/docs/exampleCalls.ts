import { toFileUri } from "@idebridge/sdk/core";
import type { FakeEditor, FakeReview } from "@idebridge/sdk/testing";
import { cart, folder, readme } from "./exampleProject.ts";

export interface ExampleCall {
  /** When, if there is more than one answer. */
  readonly when?: string;
  readonly arguments: object;
  prepare?(editor: FakeEditor): void;
  decide?(review: FakeReview): void;
}

const proposal = {
  old_file_path: cart,
  new_file_path: cart,
  new_file_contents: "export const total = () => 0;\n",
  tab_name: "Simplify total",
};
const missing = `${folder}/src/missing.ts`;
const nobody = { when: "No text editor has the focus", prepare: (editor: FakeEditor) => editor.blur() };

/** What is asked for the reference, by tool. */
export const exampleCalls: Readonly<Record<string, readonly ExampleCall[]>> = {
  openFile: [
    { when: "Brought to the front", arguments: { filePath: readme, startText: "Shop" } },
    { when: "Opened behind", arguments: { filePath: readme, makeFrontmost: false } },
    { when: "No such file", arguments: { filePath: missing } },
  ],
  openDiff: [
    { when: "Accepted", arguments: proposal, decide: (review) => review.accept() },
    {
      when: "Edited, then accepted",
      arguments: proposal,
      decide: (review) => review.accept("export const total = () => 1;\n"),
    },
    { when: "Rejected, or closed undecided", arguments: proposal, decide: (review) => review.reject() },
  ],
  getCurrentSelection: [
    { when: "Something is selected", arguments: {} },
    { ...nobody, arguments: {} },
  ],
  getLatestSelection: [{ arguments: {} }],
  getOpenEditors: [{ arguments: {} }],
  getWorkspaceFolders: [{ arguments: {} }],
  getDiagnostics: [
    { when: "Of one file", arguments: { uri: toFileUri(cart, "posix") } },
    { when: "Without a URI", arguments: {} },
  ],
  checkDocumentDirty: [
    { when: "Open", arguments: { filePath: cart } },
    { when: "Not open", arguments: { filePath: readme } },
  ],
  saveDocument: [
    { when: "Open", arguments: { filePath: cart } },
    { when: "Not open", arguments: { filePath: readme } },
  ],
  close_tab: [
    { when: "There is such a tab", arguments: { tab_name: "cart.ts" } },
    { when: "There is none", arguments: { tab_name: "missing.ts" } },
  ],
  closeAllDiffTabs: [{ arguments: {} }],
  executeCode: [{ arguments: { code: "plot(6 * 7)" } }],
  open_files: [{ arguments: { file_paths: [cart, missing] } }],
  get_all_opened_file_paths: [{ arguments: {} }],
  reformat_file: [
    { when: "Done", arguments: { file_path: cart } },
    { when: "No such file", arguments: { file_path: missing } },
  ],
  open_file: [
    { when: "Done", arguments: { file_path: "README.md" } },
    { when: "No such file", arguments: { file_path: missing } },
  ],
  list_opened_files: [{ arguments: {} }],
  get_cursor_position: [
    { when: "In a file", arguments: {} },
    { ...nobody, arguments: {} },
  ],
  set_cursor_position: [{ arguments: { file_path: "src/cart.ts", line: 2, character: 0 } }],
  get_selection: [
    { when: "In a file", arguments: {} },
    { ...nobody, arguments: {} },
  ],
  set_selection: [
    {
      when: "Open",
      arguments: {
        file_path: "src/cart.ts",
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } },
      },
    },
    {
      when: "Not open",
      arguments: {
        file_path: "README.md",
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } },
      },
    },
  ],
  get_diagnostics: [{ arguments: { file_path: "src/cart.ts" } }],
  "files/read": [
    { when: "Of the vault", arguments: { path: "README.md" } },
    { when: "No such file", arguments: { path: "missing.md" } },
    { when: "A denied file", arguments: { path: ".env" } },
  ],
  "workspace/selection": [
    { when: "Something is selected", arguments: {} },
    { ...nobody, arguments: {} },
  ],
};

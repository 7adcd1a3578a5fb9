import type { Sharing } from "@idebridge/sdk/core";
import type { Environment } from "@idebridge/sdk/node";
import type { ControlEvent } from "../control/controlProtocol.ts";
import type { CodeRunner } from "../headlessEditor.ts";
import type { NotebookSettings } from "./notebookSettings.ts";
import type { Notebooks } from "./notebooks.ts";

export interface LazyNotebooks extends CodeRunner {
  open(): Promise<Notebooks>;
  /** They, if somebody has needed them. */
  ifOpen(): Promise<Notebooks> | undefined;
}

export interface LazyNotebooksOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  readonly rules: () => Sharing;
  readonly settings: NotebookSettings;
  /** Whether programs that are installed in the project may be run. */
  readonly fromProject?: boolean;
  readText(path: string): Promise<string | undefined>;
  tell(event: ControlEvent): void;
}

/** All about kernels is loaded when the first code is to be run. */
export function lazyNotebooks(options: LazyNotebooksOptions): LazyNotebooks {
  let opened: Promise<Notebooks> | undefined;
  const open = () => {
    opened ??= import("./notebooks.ts").then(({ Notebooks }) => new Notebooks(options));
    return opened;
  };
  return {
    open,
    ifOpen: () => opened,
    isShared: (notebook) => options.rules().isShared(notebook),
    execute: async (code, notebook, call) => (await open()).execute(code, notebook, call),
  };
}

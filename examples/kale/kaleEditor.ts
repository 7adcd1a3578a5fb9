import { basename } from "node:path";
import { type Call, type Decision, type Editor, findText, type Proposal } from "@idebridge/sdk";
import type { DiffPane, KaleWindow } from "./window.ts";

/** Kale as agents see it. Each function is a short sentence about the window. */
export function kaleEditor(window: KaleWindow, folder: string): Editor {
  return {
    name: "Kale",
    version: "0.1.0",
    workspaceFolders: () => [folder],
    subscribe: (listener) => window.onChange(listener),

    openDocuments: () =>
      window.tabs.map((tab) => ({
        path: tab.path,
        isActive: tab === window.active,
        isDirty: tab.isDirty,
      })),

    activeSelection: () => window.selection(),

    // What the user has typed counts, saved or not.
    readText: (path) => window.find(path)?.text,

    async openFile({ path, frontmost, select }) {
      try {
        const tab = await window.open(path, frontmost);
        const range = select && findText(tab.text, select);
        if (range) window.select(tab, range);
        return { lineCount: tab.text.split("\n").length };
      } catch {
        return "notFound";
      }
    },

    async saveDocument(path) {
      const tab = window.find(path);
      if (!tab) return "notOpen";
      await window.save(tab);
      return "saved";
    },

    closeTab(label) {
      const tab = window.tabs.find(({ path }) => path === label || basename(path) === label);
      if (!tab) return "notFound";
      window.close(tab);
      return "closed";
    },

    diagnostics: () => [],

    review: (proposal, call) => review(window, proposal, call),
  };
}

/** Shows a diff pane until the user has decided, or the agent has taken its question back. */
function review(window: KaleWindow, proposal: Proposal, { signal }: Call): Promise<Decision> {
  return new Promise((resolve) => {
    const withdrawn = () => pane.finish(undefined);
    const pane: DiffPane = {
      proposal,
      text: proposal.contents,
      finish(contents) {
        signal.removeEventListener("abort", withdrawn);
        window.hideDiff(pane);
        resolve(contents === undefined ? { outcome: "rejected" } : { outcome: "accepted", contents });
      },
    };
    signal.addEventListener("abort", withdrawn);
    window.showDiff(pane);
  });
}

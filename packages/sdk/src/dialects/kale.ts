import { claudeCode } from "./claudeCode.ts";
import type { Dialect } from "./dialect.ts";

/**
 * An Electron editor: Claude Code's tools, with a notification of its own for the active editor.
 * `selection_changed` goes with it, because today's Claude Code understands only that.
 */
export const kale: Dialect = {
  ...claudeCode,
  name: "kale",
  source: "seed 002",
  notifications: {
    ...claudeCode.notifications,
    selection: (selection, paths) => [
      ...claudeCode.notifications.selection(selection, paths),
      {
        method: "workspace/didChangeActiveEditor",
        params: selection
          ? { filePath: paths.write(selection.path), text: selection.text, selection: selection.range }
          : { filePath: null, text: "", selection: null },
      },
    ],
  },
};

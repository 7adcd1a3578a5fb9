import { statSync } from "node:fs";
import { join } from "node:path";
import { atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import { CodeServer } from "../test/vscode/codeServer.ts";
import { installExtensions } from "../test/vscode/installExtensions.ts";
import type { VscodeWindow } from "../test/vscode/vscodeWindow.ts";
import type { Workshop } from "./workshop.ts";

const windows = 5;

/** What VS Code loads when a window has started, and how long that takes by its own account. */
export async function vscodeExtension({ root, folder }: Workshop): Promise<readonly Figure[]> {
  const kit = await installExtensions(root, folder);
  const { size } = statSync(join(root, "editors/vscode/dist/extension.cjs"));
  await using codeServer = await CodeServer.start(kit);
  const ours: number[] = [];
  const emmet: number[] = [];
  for (let count = 0; count < windows; count++) {
    await using window = await codeServer.open();
    const times = await activationTimes(window);
    ours.push(times.get("idebridge for Claude Code")!);
    emmet.push(times.get("Emmet")!);
  }
  return [
    {
      name: "VS Code extension",
      aim: atMost(250),
      measured: size / 1024,
      unit: "KB",
      note: "minified, one file",
    },
    {
      name: "VS Code extension: activation",
      aim: atMost(100),
      measured: median(ours),
      unit: "ms",
      note: `by VS Code's own account, ${windows} windows; its Emmet in the same: ${median(emmet)} ms`,
    },
  ];
}

/** By the name of the extension, from the list of those that run. */
async function activationTimes(window: VscodeWindow): Promise<ReadonlyMap<string, number>> {
  await window.announcement();
  await window.command("Developer: Show Running Extensions");
  const rows = window.page.locator(".runtime-extensions-editor .monaco-list-row");
  await rows.filter({ hasText: "Emmet" }).waitFor();
  const times = new Map<string, number>();
  for (const row of await rows.all()) {
    const name = (await row.locator(".name").textContent()) ?? "";
    const time = /(\d+)ms/.exec((await row.locator(".activation-time").textContent()) ?? "");
    if (time) times.set(name, Number(time[1]));
  }
  return times;
}

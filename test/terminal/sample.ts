import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { processContext } from "../../packages/cli/src/context.ts";
import type { Row } from "../../packages/cli/src/terminal/row.ts";
import { Terminal } from "../../packages/cli/src/terminal/terminal.ts";

/** A program that takes the screen, shows what it is told, and ends in every way there is. */
const context = processContext((stream) => stream);
const theme = context.env.SAMPLE_THEME as "light" | "dark" | undefined;
const terminal = Terminal.open(context, { mouse: true, title: "sample", ...(theme && { theme }) });
const log: string[] = [];

/** Like an editor, it has its own use for Ctrl-C. */
const editor = "trap '' INT; kill -INT 0; echo in the editor; read line";
const endings: Readonly<Record<string, () => void>> = {
  q: () => terminal.close(),
  x: () => {
    throw new Error("a crash");
  },
  X: () => void Promise.reject(new Error("a rejection")),
  e: () => process.exit(3),
  E: () =>
    void terminal.whileSuspended(() => once(spawn("sh", ["-c", editor], { stdio: "inherit" }), "exit")),
  b: () => terminal.bell(),
  n: () => terminal.notify("idebridge", "a\u001b;b"),
};

function rows(): readonly Row[] {
  const { columns, rows: height } = terminal.size;
  return [
    [
      {
        text: `${columns}x${height} focus ${terminal.hasFocus}`,
        style: { fg: "barText", bg: "bar" },
      },
    ],
    [
      { text: "added", style: { fg: "keyword", bg: "addedLine" } },
      { text: "inner", style: { bg: "addedInner" } },
    ],
    [{ text: "removed", style: { fg: "removed" } }, { text: " " }, { text: "fine", style: { fg: "muted" } }],
    [{ text: "日本語|👨‍👩‍👧|😀|e\u0301|❤️|🇩🇪|\u001b[31m\u202e|end" }],
    [{ text: "wide ".repeat(100) }, { text: "日" }],
    ...log.slice(5 - height).map((text) => [{ text }]),
  ];
}

/** More frames than a terminal that nobody reads can take. Leaves a file when it is through. */
function flood(): void {
  let frame = 0;
  const timer = setInterval(() => {
    for (let count = 0; count < 20; count += 1, frame += 1) {
      const filling = `${frame % 10}`.repeat(terminal.size.columns);
      terminal.paint([
        [{ text: `frame ${frame}|` }],
        ...Array.from({ length: 19 }, () => [{ text: filling }]),
      ]);
    }
    if (frame < 1_000) return;
    clearInterval(timer);
    writeFileSync("flooded", "");
  }, 1);
}

terminal.subscribe((event) => {
  if (event.type === "gone") return terminal.close();
  log.push(event.type === "key" ? `key ${event.key}` : JSON.stringify(event));
  const act = event.type === "key" ? endings[event.key] : undefined;
  if (event.type === "key" && event.key === "w") return flood();
  terminal.paint(rows(), log.at(-1) === "key n" ? { column: 2, row: 1 } : undefined);
  act?.();
});
terminal.paint(rows());
if (context.env.SAMPLE_HURRY) terminal.close();

import { z } from "zod";
import { onOrder, report } from "./stdio.ts";

type Answer = { content: { type: "text"; text: string }[]; isError?: boolean };

export interface OfficialTool {
  readonly name: string;
  readonly input: z.ZodObject;
  run(args: Record<string, unknown>, signal: AbortSignal): Promise<Answer>;
}

let decide: (answer: Answer) => void = () => {};

/** Some of the tools of an IDE, as somebody would write them with an official SDK. */
export const officialTools: readonly OfficialTool[] = [
  {
    name: "openDiff",
    input: z.object({
      old_file_path: z.string(),
      new_file_path: z.string(),
      new_file_contents: z.string(),
      tab_name: z.string(),
    }),
    run(args, signal) {
      report("openDiff", args);
      return new Promise((resolve) => {
        decide = resolve;
        signal.addEventListener("abort", () => {
          report("cancelled");
          resolve(text("DIFF_REJECTED"));
        });
      });
    },
  },
  {
    name: "getDiagnostics",
    input: z.object({ uri: z.string().optional() }),
    run: async ({ uri }) => {
      const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } };
      const diagnostics = [{ message: "no rhyme", severity: "Hint", range, source: "poet" }];
      return text(JSON.stringify([{ uri, diagnostics }]));
    },
  },
  {
    name: "getOpenEditors",
    input: z.object({}),
    run: async () =>
      text(JSON.stringify({ tabs: [{ uri: "file:///poem.md", isActive: true, label: "poem.md" }] })),
  },
  { name: "closeAllDiffTabs", input: z.object({}), run: async () => text("CLOSED_3_DIFF_TABS") },
  {
    name: "saveDocument",
    input: z.object({ filePath: z.string() }),
    run: async () => {
      throw new Error("the disk is full");
    },
  },
  {
    name: "rhyme",
    input: z.object({ word: z.string() }),
    run: async ({ word }) => text(`${word}, ${word}`),
  },
];

function text(...texts: string[]): Answer {
  return { content: texts.map((each) => ({ type: "text", text: each })) };
}

/** What the program does when the test tells it to. */
export function followOrders(notify: (method: string, params: Record<string, unknown>) => void): void {
  onOrder(({ order, ...facts }) => {
    if (order === "accept") decide(text("FILE_SAVED", String(facts.contents)));
    if (order === "reject") decide(text("DIFF_REJECTED"));
    if (order === "notify") notify(String(facts.method), facts.params as Record<string, unknown>);
  });
}

import type { Capability, Editor } from "@idebridge/sdk";
import { type Dialect, dialects } from "@idebridge/sdk/core";
import { dialectNames, ExampleClient, folder } from "./exampleProject.ts";

type Part = Capability | "subscribe";
export type Needs = ReadonlyMap<Dialect["tools"][number], readonly Part[]>;

const parts = Object.keys({
  subscribe: true,
  openDocuments: true,
  activeSelection: true,
  latestSelection: true,
  readText: true,
  openFile: true,
  saveDocument: true,
  closeTab: true,
  review: true,
  diagnostics: true,
  format: true,
  setSelection: true,
  executeCode: true,
} satisfies Record<Part, true>) as Part[];

/** Which part of the port brings each tool: found out with editors that have one part only. */
export async function needsOfAllTools(): Promise<Needs> {
  const needs = new Map<Dialect["tools"][number], readonly Part[]>();
  for (const name of dialectNames) {
    const always = await offered(name, {});
    const withPart = new Map<Part, ReadonlySet<string>>();
    for (const part of parts) withPart.set(part, await offered(name, { [part]: () => () => {} }));
    for (const tool of dialects[name].tools) {
      needs.set(
        tool,
        always.has(tool.name) ? [] : parts.filter((part) => withPart.get(part)!.has(tool.name)),
      );
    }
    // Requests are in no list that a server gives: theirs are read.
    for (const request of dialects[name].requests) needs.set(request, request.needs ?? []);
  }
  return needs;
}

async function offered(name: Dialect["name"], only: Partial<Editor>): Promise<ReadonlySet<string>> {
  const editor: Editor = { name: "Part", workspaceFolders: () => [folder], ...only };
  await using client = await ExampleClient.open(name, editor);
  return new Set(client.pair.ide.tools.map((tool) => tool.name));
}

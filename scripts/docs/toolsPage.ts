import { type Dialect, type DialectName, dialects, jsonSchemaOf } from "@idebridge/sdk/core";
import { type ExampleCall, exampleCalls } from "./exampleCalls.ts";
import { dialectNames, ExampleClient, exampleEditor } from "./exampleProject.ts";
import { code, codes, jsonBlock, page, table } from "./markdown.ts";
import { type Needs, needsOfAllTools } from "./neededParts.ts";

type Tool = Dialect["tools"][number];

/** A tool, and all dialects in which it is the very same. */
interface Entry {
  readonly tool: Tool;
  readonly isRequest: boolean;
  readonly dialects: DialectName[];
}

export async function toolsPage(): Promise<string> {
  const entries = entriesOfAllDialects();
  const needs = await needsOfAllTools();
  const sections: string[] = [];
  for (const entry of entries) sections.push(await section(entry, needs));
  return page(
    "Tools",
    "Every tool of every dialect. A tool is offered only by editors that implement the part of the `Editor` port that it needs. " +
      "Where dialects have a tool of one name with different forms, each form has its own section. " +
      "The answers below come from the real server and an editor in memory.",
    table(
      ["tool", "dialects", "needs", "waits"],
      entries.map(({ tool, dialects, isRequest }) => [
        isRequest ? `${code(tool.name)} (a request, not a tool)` : code(tool.name),
        codes(dialects),
        needsOf(tool, needs),
        tool.blocking ? "for the user or a kernel" : "",
      ]),
    ),
    ...sections,
  );
}

function entriesOfAllDialects(): readonly Entry[] {
  const entries = new Map<Tool, Entry>();
  for (const name of dialectNames) {
    const { tools, requests } = dialects[name];
    for (const tool of [...tools, ...requests]) {
      const entry = entries.get(tool) ?? { tool, isRequest: requests.includes(tool), dialects: [] };
      entry.dialects.push(name);
      entries.set(tool, entry);
    }
  }
  return [...entries.values()];
}

async function section(entry: Entry, needs: Needs): Promise<string> {
  const { tool, isRequest } = entry;
  const calls = exampleCalls[tool.name];
  if (calls === undefined) throw new Error(`Add an example for ${tool.name} to scripts/docs/exampleCalls.ts`);
  const examples: string[] = [];
  for (const call of calls) examples.push(await example(entry, call));
  const facts = [
    `Dialects: ${codes(entry.dialects)}.`,
    `Needs: ${needsOf(tool, needs)}.`,
    tool.blocking ? "No deadline: it waits for the user or a kernel." : "Ends at the deadline for editors.",
  ];
  return [
    `## ${code(tool.name)} in ${entry.dialects.join(", ")}`,
    `${tool.description.replace(/\.?$/, ".")}`,
    facts.join(" "),
    argumentsTable(tool),
    ...(isRequest ? [`Called as the JSON-RPC method ${code(tool.name)}.`] : []),
    ...examples,
  ].join("\n\n");
}

/** A tool is there as soon as the editor has one of these. */
function needsOf(tool: Tool, needs: Needs): string {
  return needs.get(tool)?.map(code).join(" or ") || "nothing";
}

interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
}

function argumentsTable({ input }: Tool): string {
  const { properties = {}, required = [] } = jsonSchemaOf(input) as JsonSchema;
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    code(typeOf(schema)),
    required.includes(name) ? "yes" : "no",
    schema.default === undefined ? "" : code(JSON.stringify(schema.default)),
    schema.description ?? "",
  ]);
  return rows.length === 0
    ? "No arguments."
    : table(["argument", "type", "required", "default", "description"], rows);
}

function typeOf(schema: JsonSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  if (schema.type === "object") {
    const { properties = {}, required = [] } = schema;
    const fields = Object.entries(properties).map(
      ([name, field]) => `${name}${required.includes(name) ? "" : "?"}: ${typeOf(field)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }
  return schema.minimum === 0 ? `${schema.type} ≥ 0` : (schema.type ?? "any");
}

async function example({ tool, isRequest, dialects }: Entry, call: ExampleCall): Promise<string> {
  const editor = exampleEditor();
  call.prepare?.(editor);
  await using client = await ExampleClient.open(dialects[0]!, editor);
  const args = knownArguments(tool, call.arguments);
  const { decide } = call;
  const user = decide && (async () => decide(await editor.nextReview()));
  const answer = isRequest
    ? await client.ask(tool.name, args, user)
    : await client.ask("tools/call", { name: tool.name, arguments: args }, user);
  const { result, error } = answer as { result?: unknown; error?: unknown };
  return [
    `**${call.when ?? "Example"}**: ${code(JSON.stringify(args))} is answered with`,
    jsonBlock(error ? { error } : result),
  ].join("\n\n");
}

/** One example serves the forms of several dialects: each gets the arguments that it has. */
function knownArguments({ input }: Tool, args: object): object {
  const { properties = {} } = jsonSchemaOf(input) as JsonSchema;
  return Object.fromEntries(Object.entries(args).filter(([name]) => Object.hasOwn(properties, name)));
}

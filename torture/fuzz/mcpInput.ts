import { hostileMessage, type Json, spoil, spoilText } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { Project } from "../../test/idebridge/project.ts";
import { inTime } from "../inTime.ts";
import { fileIn } from "./fromSchema.ts";
import type { FuzzTarget } from "./fuzzTarget.ts";

const tools = [
  "goToDefinition",
  "findReferences",
  "hover",
  "documentSymbols",
  "workspaceSymbols",
  "diagnostics",
  "rename",
  "codeActions",
  "applyCodeAction",
];
const atOnce = 50;

/** The input of `idebridge mcp`: a call between all that is answered, and nothing but JSON comes out. */
export const mcpInput: FuzzTarget = {
  name: "MCP input of idebridge mcp",
  cases: 3_000,
  casesInTests: 200,
  async run({ random, cases, failed }) {
    await using project = new Project({ "a.ts": "export const a: number = 1;\n", "tsconfig.json": "{}" });
    const program = project.start(["mcp"]);
    const say = (message: object) => program.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const answered = (id: string) => program.printed(new RegExp(`"id":"${id}"`));
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "fuzz", version: "1" },
    };
    say({ id: "hello", method: "initialize", params });
    await answered("hello");
    say({ method: "notifications/initialized" });
    for (let count = 0; count < cases && !program.hasEnded; count++) {
      program.write(`${line(random, project.folder)}\n`);
      if (count % atOnce !== 0) continue;
      say({ id: `polite ${count}`, method: "tools/list" });
      const politely = answered(`polite ${count}`).then(
        () => true,
        () => false,
      );
      if (!(await inTime(politely, 30_000)))
        return failed(`it does not answer any more: ${program.stderr.slice(-500)}`);
    }
    const lines = program.stdout.split("\n").slice(0, -1);
    const foreign = lines.find((each) => !isJson(each));
    if (foreign !== undefined) failed(`it printed what is no JSON: ${foreign.slice(0, 200)}`);
    if (program.hasEnded || /should not happen/.test(program.stderr)) failed(program.stderr.slice(-500));
    program.endInput();
    const { code } = await program.ended;
    if (code !== 0) failed(`it ended with ${code}: ${program.stderr.slice(-500)}`);
  },
};

function line(random: Random, workspace: string): string {
  const kind = random.below(20);
  if (kind === 0) return random.bytes(50).toString("latin1").replaceAll("\n", " ");
  if (kind === 1) return "";
  if (kind === 2) return "[".repeat(random.pick([10, 5_000]));
  if (kind < 8) return hostileMessage(random, workspace).replaceAll("\n", " ");
  const args: Json = {
    file: fileIn(random, workspace),
    path: fileIn(random, workspace),
    line: random.pick([0, 1, 5, -1, 2 ** 53]),
    symbol: random.pick(["a", "", "none"]),
    query: random.pick(["a", ""]),
    newName: random.pick(["b", "not a name"]),
    title: "x",
  };
  const message: Json = {
    jsonrpc: "2.0",
    id: random.pick<unknown>([random.below(1_000), "x", null, 1.5]),
    method: "tools/call",
    params: { name: random.pick(tools), arguments: args },
  };
  for (let count = random.below(3); count > 0; count--) spoil(message, random);
  const text = JSON.stringify(message);
  return random.chance(0.1) ? spoilText(text, random).replaceAll("\n", " ") : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

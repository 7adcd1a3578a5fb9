import { describeTool, type McpTool } from "../src/mcp/mcpTool.ts";
import { mcpTools } from "../src/mcp/tools/index.ts";

const head = `# Language servers for agents: \`idebridge mcp\`

<!-- The tools are generated from packages/cli/src/mcp/tools, the text is in packages/cli/generate/mcpPage.ts: npm run docs -->

Of the tools of an IDE, Claude Code shows its model only two. \`idebridge mcp\` is an ordinary MCP server beside it, which gives the model what
people have in an editor: go to definition, references, symbols, types, problems, rename, code actions. Any MCP client can start it, once the command is
on your PATH ([README](../README.md#an-ide-for-any-folder)):

\`\`\`sh
claude mcp add idebridge -- idebridge mcp     # in the project folder; --scope user for all projects
\`\`\`

Elsewhere, in the client's own file of MCP servers:

\`\`\`json
{ "mcpServers": { "idebridge": { "command": "idebridge", "args": ["mcp"] } } }
\`\`\`

It works for the folder that it is started in, or for the one that is named: \`idebridge mcp ../api\`.

## What happens to your files

Nothing that you have not accepted. \`rename\` and \`applyCodeAction\` come to you as changes for review, where all others do: in the terminal of \`idebridge\`, in
\`idebridge review\`, in any front end. All files of one rename belong together: they are written when the last one is decided, those that you accepted, as you
accepted them. The agent waits, and is then told what was accepted, what you changed and what you rejected, with what you said about it.

- **A file has changed meanwhile:** nothing is written at all, and the agent is told to try again.
- **The agent takes it back or leaves** (Esc in Claude Code): the review is closed, and nothing is written, even of files that you had accepted already.
- **A document has unsaved changes:** it is changed as a document, and you save it.
- **It would change what is not shared, or lies outside of the folder:** it is refused. So are changes that move or delete files, and code actions that do not
  say beforehand what they change.

## With and without a running idebridge

While \`idebridge\` runs for the folder, its language servers answer: unsaved documents count, and sharing can be paused. Without one, \`idebridge mcp\` starts
language servers of its own and answers every question; but there is nobody who could review, so \`rename\` and \`applyCodeAction\` change nothing and answer with the
patch that they would make. Start \`idebridge\` at any time: the next call finds it.

What \`sharing.deny\` names is kept back here as everywhere. Which language servers there are, and how to get those that are missing: \`idebridge doctor\`, and [the page about problems](diagnostics.md).

Where no \`tsconfig.json\` or \`jsconfig.json\` lies above a TypeScript or JavaScript file, \`findReferences\` and \`rename\` look into all such files of the folder that git
does not ignore, the first 500 of them. In a larger project add one: it is then known as a whole.

## The tools

Lines and columns count from 1. A place is a file, a line, and the name in that line that is meant. Answers are lines of \`file:line:column: text\`, at most a
hundred of them.
`;

/** The page about the MCP server, with its tools as models see them. */
export function mcpPage(): string {
  return `${head}\n${mcpTools.map(section).join("\n")}`;
}

function section(tool: McpTool): string {
  const { name, description, inputSchema } = describeTool(tool);
  const { properties = {}, required = [] } = inputSchema as {
    readonly properties?: Readonly<
      Record<string, { readonly description?: string; readonly enum?: readonly string[] }>
    >;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(([argument, schema]) => {
    const choices = schema.enum?.map((each) => `\`${each}\``).join(", ");
    const text = [schema.description ?? "", choices ?? ""].filter((each) => each !== "").join(": ");
    return `| \`${argument}\`${required.includes(argument) ? "" : " (optional)"} | ${text} |`;
  });
  return `### \`${name}\`\n\n${description}\n\n| argument | |\n|---|---|\n${rows.join("\n")}\n`;
}

import { defaultBackoff, defaultDeny } from "@idebridge/sdk";
import { defaultLimits } from "@idebridge/sdk/core";
import { cart, ExampleClient, exampleEditor, selection } from "./exampleProject.ts";
import { code, page, table } from "./markdown.ts";

/** @param source The source of the limits, whose comments are the descriptions. */
export async function limitsPage(source: string): Promise<string> {
  return page(
    "Limits",
    "What a server bears. Every number can be set: `serve(editor, { limits: { connections: 3 } })`.",
    table(
      ["limit", "default", "what it limits"],
      Object.entries(defaultLimits).map(([name, value]) => [
        code(name),
        amount(name, value),
        commentOf(source, name),
      ]),
    ),
    `Of a selection, ${await selectionCap()} characters are sent at most (\`sharing.selectionCharacters\`).`,
    "## Files that are not shared",
    "No tool and no notification tells of a file that matches one of these, or links to one that does. Patterns are as in `.gitignore`; " +
      "the last that matches decides, and `!` shares again. Add your own with `sharing.deny`.",
    `\`\`\`gitignore\n${defaultDeny.join("\n")}\n\`\`\``,
    "## How a client comes back",
    `A broken connection is dialled again after ${defaultBackoff.milliseconds.map((each) => `${each / 1000} s`).join(", ")}, ` +
      `${defaultBackoff.attempts} times at most; the last pause repeats (\`connect({ reconnect })\`).`,
  );
}

function amount(name: string, value: number): string {
  if (name.endsWith("Milliseconds")) return `${value / 1000} s`;
  return name.endsWith("Bytes") ? `${value / 1024 / 1024} MB` : String(value);
}

function commentOf(source: string, name: string): string {
  const comment = new RegExp(`/\\*\\* ([^*]+) \\*/\\s+readonly ${name}:`).exec(source)?.[1];
  if (comment === undefined) throw new Error(`The limit ${name} has no comment that describes it`);
  return comment;
}

/** Measured, not read: what really arrives of a selection without end. */
async function selectionCap(): Promise<number> {
  const editor = exampleEditor();
  editor.select(cart, selection.range, "x".repeat(1_000_000));
  await using client = await ExampleClient.open("claude-code", editor);
  const answer = await client.ask("tools/call", { name: "getCurrentSelection", arguments: {} });
  const { result } = answer as { result: { content: readonly { text: string }[] } };
  return JSON.parse(result.content[0]!.text).text.length;
}

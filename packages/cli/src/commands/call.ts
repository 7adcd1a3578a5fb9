import { writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import type { Content, ToolResult } from "@idebridge/sdk";
import { messageOf } from "@idebridge/sdk/core";
import { CliError, usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { connectIde, ideOptions } from "../ideTarget.ts";
import { nearest } from "../nearest.ts";
import { numberOption } from "../parseArguments.ts";
import { printable, printableJson } from "../printable.ts";

/** These wait for the user, or for a program of the user's. */
const unhurried = new Set(["openDiff", "executeCode"]);

export const call = defineCommand({
  name: "call",
  summary: "Call a tool of a running IDE",
  usage: "call <tool> [json] [options]",
  arguments: [
    { name: "<tool>", description: 'its name, as "idebridge tools" lists it' },
    { name: "[json]", description: "its arguments, a JSON object; - reads them from the standard input" },
  ],
  options: {
    json: { type: "boolean", description: "Print the whole answer as JSON" },
    output: {
      type: "string",
      short: "o",
      value: "file",
      completes: "files",
      description: "Where to save images of the answer",
    },
    timeout: {
      type: "string",
      value: "seconds",
      description: "How long to wait: 30, or for ever for openDiff and executeCode",
    },
    ...ideOptions,
  },
  examples: [
    { line: "idebridge call getOpenEditors", does: "which files are open" },
    { line: `idebridge call openFile '{"filePath":"'"$PWD"'/a.ts"}'`, does: "open one" },
    { line: "jq -n '{code: \"1+1\"}' | idebridge call executeCode -", does: "arguments from a program" },
  ],
  async run({ values, positionals: [tool = "", json] }, context) {
    const seconds = numberOption("--timeout", values.timeout);
    const args = parse(json === "-" ? await readAll(context.stdin) : (json ?? "{}"));
    await using ide = await connectIde(values, context);
    const milliseconds = seconds === undefined ? (unhurried.has(tool) ? Infinity : 30_000) : seconds * 1000;
    const names = ide.tools.map(({ name }) => name);
    const result = await ide.callTool(tool, args, { milliseconds }).catch((error: unknown) => {
      // Lists miss tools that can be called, so only a refusal makes it an unknown one.
      if (names.includes(tool)) throw error;
      const meant = nearest(tool, names);
      const hint = meant ? `Did you mean ${meant}?` : '"idebridge tools" lists what it has.';
      throw new CliError(
        exitCodes.failed,
        `${messageOf(error)}\nThe IDE does not list a tool ${tool}. ${hint}`,
        { cause: error },
      );
    });
    const failed = result.isError === true;
    const out = failed && !values.json ? context.stderr : context.stdout;
    const isSaved = values.output !== undefined;
    out.write(values.json ? `${printableJson(result, 2)}\n` : show(result, isSaved, context));
    if (values.output !== undefined) save(result, resolve(context.cwd, values.output), context);
    return failed ? exitCodes.failed : exitCodes.ok;
  },
});

function parse(json: string): object {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw usageError(`The arguments are not JSON: ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw usageError(`The arguments must be a JSON object, such as '{"filePath": "/a.ts"}'`);
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

/** As it came when a program reads it; without what a terminal would obey when a person does. */
function show({ content }: ToolResult, isSaved: boolean, { isTTY }: Context): string {
  return content
    .map((block) => {
      const exact = textOf(block, isSaved);
      const text = isTTY ? printable(exact, { keepLines: true }) : exact;
      return text.endsWith("\n") ? text : `${text}\n`;
    })
    .join("");
}

function textOf(block: Content, isSaved: boolean): string {
  if (block?.type === "text") return String(block.text);
  if (block?.type !== "image") return JSON.stringify(block);
  const bytes = Buffer.from(String(block.data), "base64").length;
  const hint = isSaved ? "" : ": --output <file> saves it";
  return `[${printable(String(block.mimeType))}, ${bytes} bytes${hint}]`;
}

/** The first image goes to the file, more of them to file-2, file-3… */
function save({ content }: ToolResult, path: string, { stderr }: Context): void {
  const images = content.filter((block) => block?.type === "image");
  if (images.length === 0) stderr.write("There is no image in the answer: nothing was saved.\n");
  for (const [index, { data }] of images.entries()) {
    const extension = extname(path);
    const file =
      index === 0 ? path : `${path.slice(0, path.length - extension.length)}-${index + 1}${extension}`;
    try {
      writeFileSync(file, Buffer.from(data, "base64"));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new CliError(exitCodes.failed, `${file} cannot be written (${code}). Name another with --output`);
    }
    stderr.write(`Saved ${printable(file)}\n`);
  }
}

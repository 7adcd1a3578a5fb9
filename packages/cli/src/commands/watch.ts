import type { Ide, IdeEvent, Range } from "@idebridge/sdk";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { shownLocation } from "../fileLocation.ts";
import { connectIde, ideOptions } from "../ideTarget.ts";
import { numberOption } from "../parseArguments.ts";
import { printable, printableJson } from "../printable.ts";
import { type Style, styleFor } from "../style.ts";

export const watch = defineCommand({
  name: "watch",
  summary: "Show what a running IDE announces: selections, mentions, diagnostics",
  usage: "watch [options]",
  arguments: [],
  options: {
    json: { type: "boolean", description: "Print one JSON object a line; lines count from 0 there" },
    for: { type: "string", value: "seconds", description: "End after so long" },
    count: { type: "string", short: "n", value: "number", description: "End after so many announcements" },
    ...ideOptions,
  },
  description: "Goes on until Ctrl-C, and comes back by itself when the IDE is restarted.",
  examples: [
    { line: "idebridge watch", does: "until Ctrl-C" },
    { line: "idebridge watch --json --count 1", does: "the next announcement, for a script" },
  ],
  async run({ values }, context) {
    const seconds = numberOption("--for", values.for);
    const count = numberOption("--count", values.count, 1) ?? Infinity;
    await using ide = await connectIde(values, context, { reconnect: true });
    if (!values.json) {
      context.stderr.write(`Watching ${printable(ide.serverInfo.name)}. Ctrl-C ends it.\n`);
    }
    return await follow(ide, { seconds, count, json: values.json ?? false }, context);
  },
});

interface Wanted {
  readonly seconds: number | undefined;
  readonly count: number;
  readonly json: boolean;
}

function follow(ide: Ide, { seconds, count, json }: Wanted, context: Context): Promise<number> {
  const style = styleFor(context);
  return new Promise((resolve) => {
    let left = count;
    const end = (code: number) => {
      clearTimeout(timer);
      unsubscribe();
      resolve(code);
    };
    const timer = seconds === undefined ? undefined : setTimeout(() => end(exitCodes.ok), seconds * 1000);
    const unsubscribe = ide.subscribe((event) => {
      if (left <= 0) return;
      const error = event.type === "closed" ? event.error : undefined;
      if (json) context.stdout.write(`${printableJson(toJson(event))}\n`);
      else show(event, style, context);
      if (error) return end(exitCodes.failed);
      if (isAnnouncement(event) && --left <= 0) end(exitCodes.ok);
    });
  });
}

function isAnnouncement({ type }: IdeEvent): boolean {
  return type === "selection" || type === "mention" || type === "diagnostics" || type === "notification";
}

function toJson(event: IdeEvent): object {
  const at = new Date().toISOString();
  if (event.type !== "closed") return { at, ...event };
  return { at, type: "closed", ...(event.error && { error: event.error.message }) };
}

/** People count lines from 1. */
function show(event: IdeEvent, { bold, dim, red, yellow }: Style, { stdout, stderr }: Context): void {
  switch (event.type) {
    case "selection": {
      const { selection } = event;
      if (!selection) return void stdout.write(`${bold("selection")}  none\n`);
      const text = selection.text === "" ? "" : `  ${dim(excerpt(selection.text))}`;
      return void stdout.write(`${bold("selection")}  ${place(selection.path, selection.range)}${text}\n`);
    }
    case "mention": {
      const { path, lines } = event.mention;
      const shown = shownLocation({ path, lines: lines && { first: lines.first + 1, last: lines.last + 1 } });
      return void stdout.write(`${bold("mention")}  ${printable(shown)}\n`);
    }
    case "diagnostics": {
      const { path, diagnostics } = event.file;
      stdout.write(`${bold("diagnostics")}  ${printable(path)}  ${diagnostics.length || "none"}\n`);
      for (const { severity, message, range, source } of diagnostics) {
        const paint = severity === "error" ? red : severity === "warning" ? yellow : dim;
        const from = source ? dim(` (${printable(source)})`) : "";
        const position = `${range.start.line + 1}:${range.start.character + 1}`;
        stdout.write(`  ${position}  ${paint(severity)}  ${printable(message)}${from}\n`);
      }
      return;
    }
    case "notification":
      return void stdout.write(
        `${bold(printable(event.method))}  ${dim(excerpt(printableJson(event.params)))}\n`,
      );
    case "reconnecting":
      return void stderr.write(
        `The IDE is gone. Attempt ${event.attempt} in ${event.milliseconds / 1000} s…\n`,
      );
    case "connected":
      return void stderr.write("Connected again.\n");
    case "closed":
      if (event.error) stderr.write(`${printable(event.error.message)}\n`);
      return;
    case "toolsChanged":
      return void stderr.write("The tools have changed.\n");
  }
}

function place(path: string, { start, end }: Range): string {
  const from = `${start.line + 1}:${start.character + 1}`;
  const to = `${end.line + 1}:${end.character + 1}`;
  return `${printable(path)}:${from === to ? from : `${from}-${to}`}`;
}

function excerpt(text: string): string {
  const line = printable(text.replace(/\s+/g, " "));
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

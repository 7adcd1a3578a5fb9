import { resolve } from "node:path";
import type { CodeRequests, ForAgent } from "@idebridge/headless";
import { jsonSchemaOf } from "@idebridge/sdk/core";
import * as v from "valibot";
import type { CodeAnswers } from "./codeSource.ts";

/** A tool for models. */
export interface McpTool<Arguments = never> {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: what it is for, and what to give it. */
  readonly description: string;
  readonly input: v.GenericSchema<unknown, Arguments>;
  /** Proposes changes to the user, and waits until they are decided. */
  readonly proposes?: true;
  /** The text that the model reads. */
  run(args: Arguments, call: McpCall): Promise<string>;
}

export function defineMcpTool<Arguments>(tool: McpTool<Arguments>): McpTool {
  return tool as unknown as McpTool;
}

/** As `tools/list` tells it. */
export function describeTool({ name, title, description, input, proposes }: McpTool) {
  const isReadOnly = proposes !== true;
  return {
    name,
    title,
    description,
    inputSchema: jsonSchemaOf(input) as { type: "object" },
    annotations: { title, readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  };
}

/** One call of a tool. */
export class McpCall {
  readonly #code: CodeAnswers;
  readonly #agent: NonNullable<ForAgent["agent"]>;
  readonly #folder: string;
  readonly #signal: AbortSignal;

  constructor(code: CodeAnswers, agent: NonNullable<ForAgent["agent"]>, folder: string, signal: AbortSignal) {
    this.#code = code;
    this.#agent = agent;
    this.#folder = folder;
    this.#signal = signal;
  }

  /** Paths below it are shown from here. */
  get folder(): string {
    return this.#folder;
  }

  ask<Method extends keyof CodeRequests>(
    method: Method,
    params: Omit<CodeRequests[Method]["params"], "agent">,
  ): Promise<CodeRequests[Method]["result"]> {
    const question = { ...params, agent: this.#agent } as CodeRequests[Method]["params"];
    return this.#code.request(method, question, { signal: this.#signal });
  }

  /** The path of a file as the model names it: from the folder, or from the root. */
  path(file: string): string {
    return resolve(this.#folder, file.replace(/^file:\/\//, ""));
  }

  /** A place as the model names it: lines and columns from 1. */
  position({ file, line, symbol, column }: PlaceArguments) {
    return {
      path: this.path(file),
      line: line - 1,
      ...(symbol !== undefined && { symbol }),
      ...(column !== undefined && { character: column - 1 }),
    };
  }
}

/** One flat pipe: the description as JSON Schema is made of its steps. */
const fromOne = (description: string) =>
  v.pipe(v.number(), v.integer(), v.minValue(1), v.description(description));

export const fileArgument = v.pipe(
  v.string(),
  v.minLength(1),
  v.description("Path of the file, absolute or from the project folder"),
);

export const placeArguments = {
  file: fileArgument,
  line: fromOne("The line, counted from 1"),
  symbol: v.optional(
    v.pipe(v.string(), v.description("The name in that line that is meant, exactly as it is written there")),
  ),
  column: v.optional(
    fromOne("The column, counted from 1; only needed when the line has the name more than once"),
  ),
};

export const linesArguments = {
  file: fileArgument,
  line: fromOne("The line, or the first of several, counted from 1"),
  endLine: v.optional(fromOne("The last line, when there are several")),
};

export interface PlaceArguments {
  readonly file: string;
  readonly line: number;
  readonly symbol?: string | undefined;
  readonly column?: number | undefined;
}

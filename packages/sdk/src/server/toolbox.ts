import type { Dialect } from "../dialects/dialect.ts";
import type { Editor } from "../editor/editor.ts";
import { IdeBridgeError, RpcError } from "../protocol/errors.ts";
import type { ToolDescription } from "../protocol/mcp.ts";
import { jsonSchemaOf } from "../tools/schema.ts";
import type { Tool } from "../tools/tool.ts";

/** The tools of the dialect and those that the author has added; offered are those that the editor can serve now. */
export class Toolbox {
  readonly #editor: Editor;
  readonly #tools: Map<string, Tool>;
  readonly #requests: ReadonlyMap<string, Tool>;
  #lastOffered: string;

  constructor(editor: Editor, dialect: Dialect, tools: readonly Tool[]) {
    this.#editor = editor;
    this.#tools = new Map(dialect.tools.map((tool) => [tool.name, tool]));
    this.#requests = new Map(dialect.requests.map((request) => [request.name, request]));
    for (const tool of tools) this.add(tool);
    this.#lastOffered = this.#offeredNames();
  }

  add(tool: Tool): void {
    if (this.#tools.has(tool.name)) {
      throw new IdeBridgeError(
        "INVALID_ARGUMENT",
        `There is already a tool named ${tool.name}: choose another name`,
      );
    }
    // Fails now, where the author sees it, rather than when an agent lists the tools.
    jsonSchemaOf(tool.input);
    this.#tools.set(tool.name, tool);
  }

  remove(tool: Tool): void {
    if (this.#tools.get(tool.name) === tool) this.#tools.delete(tool.name);
  }

  list(): readonly ToolDescription[] {
    return this.#offered().map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: jsonSchemaOf(tool.input),
    }));
  }

  /** Throws when there is no such tool, or the editor cannot serve it. */
  find(name: string): Tool {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new RpcError(RpcError.invalidParams, `Unknown tool: ${name}`);
    if (!this.#canServe(tool)) {
      throw new RpcError(RpcError.invalidParams, `${this.#editor.name} cannot serve ${name} now`);
    }
    return tool;
  }

  findRequest(method: string): Tool | undefined {
    const request = this.#requests.get(method);
    return request !== undefined && this.#canServe(request) ? request : undefined;
  }

  /** True if what is offered has changed since this was last asked. */
  hasChanged(): boolean {
    const offered = this.#offeredNames();
    const changed = offered !== this.#lastOffered;
    this.#lastOffered = offered;
    return changed;
  }

  #offered(): readonly Tool[] {
    return [...this.#tools.values()].filter((tool) => this.#canServe(tool));
  }

  #offeredNames(): string {
    return this.#offered()
      .map(({ name }) => name)
      .join();
  }

  #canServe({ needs }: Tool): boolean {
    if (needs === undefined) return true;
    return needs.some(
      (capability) => this.#editor[capability] !== undefined && (this.#editor.can?.(capability) ?? true),
    );
  }
}

import * as v from "valibot";
import type { OpenedFile, OpenFileRequest, TextPattern } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";
import { failure, json, text } from "../protocol/mcp.ts";
import { readJson, readText, unexpected } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";

/** Answers a sentence for a file brought to the front, and the facts of the file for one opened behind. */
export const openFile = defineTool({
  name: "openFile",
  description: "Show a file to the user, with a passage of it selected if so wished",
  input: () =>
    v.object({
      filePath: v.pipe(v.string(), v.description("The file to show")),
      preview: v.pipe(
        v.optional(v.boolean(), false),
        v.description("Use a tab that the next preview replaces"),
      ),
      startText: v.pipe(
        v.optional(v.string()),
        v.description("Select from the first place where this text stands"),
      ),
      endText: v.pipe(
        v.optional(v.string()),
        v.description("Select to the end of this text, looked for after startText"),
      ),
      selectToEndOfLine: v.pipe(
        v.optional(v.boolean(), false),
        v.description("Select the rest of the last line too"),
      ),
      makeFrontmost: v.pipe(
        v.optional(v.boolean(), true),
        v.description("Bring the file to the front; else it is opened behind, and its facts are answered"),
      ),
    }),
  needs: ["openFile"],
  async run({ filePath, preview, startText, endText, selectToEndOfLine, makeFrontmost }, call) {
    const path = call.paths.read(filePath);
    const select: TextPattern | undefined = startText
      ? { startText, ...(endText && { endText }), toEndOfLine: selectToEndOfLine }
      : undefined;
    const request = { path, preview, frontmost: makeFrontmost, ...(select && { select }) };

    const opened = await call.editor.openFile!(request, call);
    if (opened === "notFound") return failure(`File not found: ${call.paths.write(path)}`);
    if (makeFrontmost) return text(`Opened file: ${call.paths.write(path)}`);
    const { languageId, lineCount } = opened;
    return json({ success: true, filePath: call.paths.write(path), languageId, lineCount });
  },
  client: clientSide({
    operation: "openFile",
    ask: ({ path, preview, frontmost, select }, paths) => ({
      filePath: paths.write(path),
      preview,
      makeFrontmost: frontmost,
      ...(select && {
        startText: select.startText,
        endText: select.endText,
        selectToEndOfLine: select.toEndOfLine ?? false,
      }),
    }),
    understand(result): OpenedFile | "notFound" {
      const answer = readText(result);
      // First of all: the name of a file may say "not found" too.
      if (!result.isError && answer.startsWith("Opened file")) return {};
      if (answer.startsWith("{")) {
        const { success, languageId, lineCount } = readJson(result, openedBehind());
        if (success) return { ...(languageId && { languageId }), ...(lineCount && { lineCount }) };
      }
      if (/not found|does not exist/i.test(answer)) return "notFound";
      if (result.isError || answer.startsWith("{")) throw unexpected(answer);
      return {};
    },
  }),
});

const openedBehind = lazy(() =>
  v.object({
    success: v.optional(v.boolean(), true),
    languageId: v.nullish(v.string()),
    lineCount: v.nullish(v.number()),
  }),
);

const jetbrainsNotFound = "Project is closed or directory not found";

export const jetbrainsOpenFile = defineTool({
  name: "openFile",
  description: "Show a file to the user",
  input: () => v.object({ filePath: v.string(), makeFrontmost: v.optional(v.boolean(), true) }),
  needs: ["openFile"],
  async run({ filePath, makeFrontmost }, call) {
    const request = { path: call.paths.read(filePath), preview: false, frontmost: makeFrontmost };
    const opened = await call.editor.openFile!(request, call);
    return text(opened === "notFound" ? jetbrainsNotFound : "OK");
  },
  client: clientSide({
    operation: "openFile",
    ask: ({ path, frontmost }, paths) => ({ filePath: paths.write(path), makeFrontmost: frontmost }),
    understand: (result) => okOrNotFound(readText(result)),
  }),
});

export const nexusOpenFile = defineTool({
  name: "open_file",
  description: "Show a file to the user",
  input: () => v.object({ file_path: v.string() }),
  needs: ["openFile"],
  async run({ file_path }, call) {
    const request: OpenFileRequest = { path: call.paths.read(file_path), preview: false, frontmost: true };
    const opened = await call.editor.openFile!(request, call);
    return opened === "notFound" ? failure("File not found") : text("OK");
  },
  client: clientSide({
    operation: "openFile",
    ask: ({ path }, paths) => ({ file_path: paths.write(path) }),
    understand: (result) => okOrNotFound(readText(result)),
  }),
});

function okOrNotFound(answer: string): OpenedFile | "notFound" {
  if (answer === "OK") return {};
  if (/not found/i.test(answer)) return "notFound";
  throw unexpected(answer);
}

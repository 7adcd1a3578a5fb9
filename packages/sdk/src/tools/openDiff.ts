import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { text, textsOf } from "../protocol/mcp.ts";
import { baseName } from "../protocol/paths.ts";
import type { DiffResult } from "./operations.ts";
import { unexpected } from "./readAnswer.ts";
import { clientSide, defineTool, type ToolCall } from "./tool.ts";

const input = lazy(() =>
  v.object({
    old_file_path: v.pipe(v.string(), v.description("The file with the present contents; it need not exist")),
    new_file_path: v.pipe(
      v.optional(v.string()),
      v.description("The file that will be written, when it is another one"),
    ),
    new_file_contents: v.pipe(v.string(), v.description("What the file shall contain")),
    tab_name: v.pipe(v.optional(v.string()), v.description("Names the review, for close_tab")),
  }),
);

const saved = "FILE_SAVED";
const rejected = "DIFF_REJECTED";

async function review(args: v.InferOutput<ReturnType<typeof input>>, call: ToolCall) {
  const oldPath = call.paths.read(args.old_file_path);
  const path = args.new_file_path ? call.paths.read(args.new_file_path) : oldPath;
  const title = args.tab_name || baseName(path);
  const decision = await call.reviews.open(
    { path, oldPath, contents: args.new_file_contents, title },
    call.signal,
  );
  return { decision, title };
}

const client = clientSide({
  operation: "openDiff",
  ask: ({ path, oldPath, contents, title }, paths) => ({
    old_file_path: paths.write(oldPath ?? path),
    new_file_path: paths.write(path),
    new_file_contents: contents,
    tab_name: title ?? baseName(path),
  }),
  understand(result, _paths, { contents }): DiffResult {
    const [answer = "", final] = textsOf(result);
    if (answer === rejected) return { outcome: "rejected" };
    if (answer === saved) {
      // Some servers do not say what was saved: then it is the proposal.
      const written = final ?? contents;
      return { outcome: "accepted", contents: written, edited: written !== contents };
    }
    if (answer === "TAB_CLOSED" || answer === "DIFF_SHOWN") return { outcome: "undecided", answer };
    throw unexpected(answer);
  },
});

/**
 * Blocks until the user has decided. The answer is never `TAB_CLOSED`: Claude Code takes that for an
 * acceptance, also when the tab was closed without a decision.
 */
export const openDiff = defineTool({
  name: "openDiff",
  description: "Show a proposed change and wait until the user has accepted, edited or rejected it",
  input,
  needs: ["review"],
  blocking: true,
  async run(args, call) {
    const { decision, title } = await review(args, call);
    return decision.outcome === "accepted" ? text(saved, decision.contents) : text(rejected, title);
  },
  client,
});

export const jetbrainsOpenDiff = defineTool({
  name: "openDiff",
  description: "Show a proposed change and wait until the user has accepted, edited or rejected it",
  input: () =>
    v.object({
      old_file_path: v.pipe(v.string(), v.description("The file to be changed; it need not exist")),
      new_file_contents: v.pipe(v.string(), v.description("What the file shall contain")),
      tab_name: v.pipe(v.optional(v.string()), v.description("Names the review, for close_tab")),
    }),
  needs: ["review"],
  blocking: true,
  async run(args, call) {
    const { decision } = await review(args, call);
    return decision.outcome === "accepted" ? text(saved, decision.contents) : text(rejected);
  },
  client,
});

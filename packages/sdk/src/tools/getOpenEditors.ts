import * as v from "valibot";
import { lazy } from "../protocol/lazy.ts";
import { json } from "../protocol/mcp.ts";
import { baseName } from "../protocol/paths.ts";
import { readJson } from "./readAnswer.ts";
import { clientSide, defineTool } from "./tool.ts";
import { noArguments } from "./wireRange.ts";

export const getOpenEditors = defineTool({
  name: "getOpenEditors",
  description: "The open tabs, in order, with what is active and what is unsaved",
  input: noArguments,
  needs: ["openDocuments"],
  async run(_args, call) {
    const documents = await call.editor.openDocuments!(call);
    const tabs = documents.map(({ path, isActive = false, label, languageId, isDirty = false }) => ({
      uri: call.paths.uri(path),
      isActive,
      label: label ?? baseName(path),
      languageId: languageId ?? "plaintext",
      isDirty,
    }));
    return json({ tabs });
  },
  client: clientSide({
    operation: "openDocuments",
    ask: () => ({}),
    understand: (result, paths) =>
      readJson(result, answer()).tabs.map(({ uri, label, languageId, isActive, isDirty }) => ({
        path: paths.read(uri),
        ...(label && { label }),
        ...(languageId && { languageId }),
        isActive,
        isDirty,
      })),
  }),
});

const answer = lazy(() =>
  v.object({
    tabs: v.array(
      v.object({
        uri: v.string(),
        label: v.nullish(v.string()),
        languageId: v.nullish(v.string()),
        isActive: v.optional(v.boolean(), false),
        isDirty: v.optional(v.boolean(), false),
      }),
    ),
  }),
);

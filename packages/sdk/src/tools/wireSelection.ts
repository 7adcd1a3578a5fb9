import * as v from "valibot";
import type { Selection } from "../editor/editor.ts";
import { lazy } from "../protocol/lazy.ts";
import type { WirePaths } from "./wirePaths.ts";
import { isEmpty, looseRange, nowhere } from "./wireRange.ts";

const selectionAnswer = lazy(() =>
  v.object({
    success: v.optional(v.boolean(), true),
    text: v.nullish(v.string()),
    filePath: v.nullish(v.string()),
    selection: v.nullish(looseRange()),
  }),
);

export function writeSelection({ path, range, text }: Selection, paths: WirePaths) {
  const { start, end } = range;
  const selection = { start, end, isEmpty: isEmpty(range) };
  return { text, filePath: paths.write(path), fileUrl: paths.uri(path), selection };
}

export function readSelection(value: unknown, paths: WirePaths): Selection | undefined {
  const { success, text, filePath, selection } = v.parse(selectionAnswer(), value);
  if (!success || !filePath) return undefined;
  return { path: paths.read(filePath), text: text ?? "", range: selection ?? nowhere };
}

export { diffTexts } from "./diffTexts.ts";
export {
  changedEndings,
  type ExactLines,
  exactEdit,
  exactLines,
  joinExactLines,
  type LineChange,
} from "./exactLines.ts";
export { type FoldOptions, foldUnchanged, type Section } from "./foldUnchanged.ts";
export type { Hunk, InnerSpans, LineRange, Span } from "./hunk.ts";
export { lineContent, lineEnding, splitLines } from "./lines.ts";
export { type Reverted, revertHunks } from "./revertHunks.ts";
export {
  type Decision,
  type HunkChoice,
  type Rebased,
  Review,
  type ReviewHunk,
  UnresolvedConflictError,
} from "./review.ts";
export type { ReviewData } from "./reviewData.ts";
export { type Statistics, statistics } from "./statistics.ts";
export { type PatchOptions, unifiedPatch } from "./unifiedPatch.ts";
export { isUnseen, spellUnseen, unseen } from "./unseen.ts";

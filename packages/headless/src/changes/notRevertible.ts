import type { Side, StoredChange } from "./changeRecord.ts";

const reasons: Readonly<Record<Extract<Side, { kind: "opaque" }>["why"], string>> = {
  binary: "It is no UTF-8 text, so it was not stored.",
  tooLarge: "It is too large, so it was not stored.",
  denied: "It may hold secrets, so it was not stored.",
  unreadable: "It could not be read.",
  notKnown: "What was in it before is not known.",
  overLimit: "Its text was dropped to keep the log within its size.",
};

/** Found out when it is read. */
export const damaged = "What was recorded of it is damaged: it cannot be taken back, only kept.";

/** Why a change cannot be taken back, for people; `undefined` when it can. */
export function notRevertible({ before, after }: StoredChange): string | undefined {
  const sides = [before, after].filter((side) => side.kind === "opaque");
  // "Not known" may only mean that the other side made it useless to store this one.
  const side = sides.find(({ why }) => why !== "notKnown") ?? sides[0];
  return side && (reasons[side.why] ?? reasons.notKnown);
}

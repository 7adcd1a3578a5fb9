import { stillInSight, withCursorsChangeInSight } from "../diff/changeInSight.ts";
import { isSideBySide, itemsOf } from "../diff/diffGeometry.ts";
import { arranged, inSight } from "../diff/openDiff.ts";
import type { Action } from "../keys/keyTable.ts";
import type { OpenDiff, ScreenState, ShownText } from "../screenState.ts";
import { moveCursor } from "./moveInDiff.ts";

const texts: readonly ShownText[] = ["difference", "old", "new", "result"];

/** The diff in another form; `undefined` when the key is for something else. */
export function show(state: ScreenState, diff: OpenDiff, action: Action): OpenDiff | undefined {
  const hasHunks = diff.content.kind === "ready";
  switch (action) {
    case "switchText": {
      if (!hasHunks) return diff;
      const shown = texts[(texts.indexOf(diff.shown) + 1) % texts.length]!;
      return arranged({ ...diff, shown }, state, diff);
    }
    case "switchLayout": {
      if (!hasHunks) return diff;
      const layout = isSideBySide(diff, state.size) ? "unified" : "sideBySide";
      const next = arranged({ ...diff, layout, shown: "difference" }, state, diff);
      return stillInSight(next, state.size, diff, state.size);
    }
    case "wrap": {
      const next = { ...diff, wrap: !diff.wrap, left: 0, top: { ...diff.top, part: 0 } };
      return inSight(withCursorsChangeInSight(next, state.size), state);
    }
    case "unfoldAll":
      return arranged({ ...diff, unfoldsAll: !diff.unfoldsAll, unfolded: new Set() }, state, diff);
  }
  return undefined;
}

export function toggleFold(state: ScreenState, diff: OpenDiff): OpenDiff {
  const items = itemsOf(diff);
  if (!items || items.count === 0) return diff;
  const item = items.itemAt(diff.cursor);
  if (item.kind !== "fold") return moveCursor(state, diff, 1);
  return arranged({ ...diff, unfolded: new Set([...diff.unfolded, item.start]) }, state, diff);
}

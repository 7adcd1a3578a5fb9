import { isNotRevertible } from "@idebridge/headless/protocol";
import { useMemo } from "preact/hooks";
import { DiffPane } from "../diff/diffPane.tsx";
import { LayoutButtons } from "../reviews/layoutButtons.tsx";
import type { ChangeDesk } from "../state/changeDesk.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/emptyState.tsx";
import { FileName } from "../ui/fileName.tsx";
import { visible } from "../ui/visible.ts";
import { ChangeCounts } from "./changeCounts.tsx";
import { changeScene } from "./changeScene.ts";
import { TimelineStrip } from "./timelineStrip.tsx";

const kindWords = { created: "new file", deleted: "deleted", modified: undefined } as const;
const sources = {
  announced: undefined,
  known: "The text before is the last one that idebridge had seen.",
  git: "The text before is git's.",
} as const;

/** One file that was changed: the diff, and what to do with it. */
export function ChangePane({ desk }: { readonly desk: ChangeDesk }) {
  const { changes, session, view, documents } = useWorkbench();
  const { change } = desk.texts;
  const kind = kindWords[change.kind];
  const canRevert = change.state !== "reverted" && !isNotRevertible(change);
  return (
    <article class="pane" aria-labelledby="change-title">
      <header class="pane-head">
        {view.isNarrow.value && (
          <Button
            icon="left"
            label="All changes"
            iconOnly
            kind="quiet"
            onClick={() => (view.isListShown.value = true)}
          />
        )}
        <h2 id="change-title" class="pane-title">
          <FileName path={session.shown(change.path)} />
        </h2>
        {kind && <span class={`tag tag-${change.kind}`}>{kind}</span>}
        <ChangeCounts change={change} />
        <span class="spacer" />
        {change.kind !== "deleted" && (
          <Button icon="editor" label="Open" kind="quiet" onClick={() => void documents.show(change.path)} />
        )}
        <LayoutButtons />
      </header>
      <TimelineStrip entries={desk.timeline} />
      <ChangeDiff desk={desk} />
      <footer class="pane-foot">
        <span class="pane-note progress-note">
          {change.notRevertible === undefined && sources[change.beforeFrom]}
        </span>
        <span class="spacer" />
        {canRevert && (
          <Button
            icon="undo"
            kind="reject"
            label="Revert file"
            keys="Shift+R"
            onClick={() => void changes.revertFile(change)}
          />
        )}
        {change.state === "unseen" ? (
          <Button
            icon="check"
            kind="accept"
            label="Keep file"
            keys="Shift+A"
            onClick={() => void changes.keep(change.id)}
          />
        ) : (
          <span class="state-note">
            {change.state === "partlyReverted" ? "partly reverted" : change.state}
          </span>
        )}
      </footer>
    </article>
  );
}

function ChangeDiff({ desk }: { readonly desk: ChangeDesk }) {
  const { changes, session, preferences, view } = useWorkbench();
  const { change, before, after } = desk.texts;
  const scene = useMemo(
    () => changeScene(desk),
    [desk, desk.review.value, desk.current.value, desk.unfolded.value],
  );
  const events = useMemo(
    () => ({
      act: (hunk: number, action: string) => {
        if (action === "keep") void changes.keepHunk(desk, hunk);
        else void changes.revert(desk.id, { hunks: [hunk], changedAt: desk.texts.change.changedAt });
      },
      unfold: (line: number) => desk.unfold(line),
    }),
    [desk],
  );
  if (change.notRevertible !== undefined) {
    return (
      <EmptyState icon="file" title="The contents are not shown">
        <p>{visible(change.notRevertible)}</p>
      </EmptyState>
    );
  }
  if (desk.review.value.hunks.length === 0) return <EmptyState icon="file" title="The text is the same" />;
  return (
    <DiffPane
      id={`${desk.id} ${change.changedAt}`}
      path={change.path}
      label={`Change of ${visible(session.shown(change.path))}`}
      layout={view.isNarrow.value || !before || !after ? "unified" : preferences.layout.value}
      wrap={view.isNarrow.value || preferences.wrap.value === "on"}
      scene={scene}
      events={events}
    />
  );
}

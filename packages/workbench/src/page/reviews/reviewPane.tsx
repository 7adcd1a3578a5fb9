import { statistics } from "@idebridge/review";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { DiffPane } from "../diff/diffPane.tsx";
import type { ReviewDesk } from "../state/reviewDesk.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { Counts } from "../ui/counts.tsx";
import { EmptyState } from "../ui/emptyState.tsx";
import { FileName } from "../ui/fileName.tsx";
import { visible } from "../ui/visible.ts";
import { DecisionBar } from "./decisionBar.tsx";
import { LayoutButtons } from "./layoutButtons.tsx";
import { reviewScene } from "./reviewScene.ts";

const editPauseMilliseconds = 400;

/** One review: what it is about, the diff, and what to do with it. */
export function ReviewPane({ desk }: { readonly desk: ReviewDesk }) {
  const { session, view } = useWorkbench();
  const { review } = desk.texts;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // What had the focus went with the review before: who goes on by keyboard goes on here.
    if (document.activeElement === document.body) title.current?.focus();
  }, []);
  return (
    <article class="pane" aria-labelledby="review-title" data-takes-keys={desk.takesKeys.value}>
      <header class="pane-head">
        {view.isNarrow.value && (
          <Button
            icon="left"
            label="All reviews"
            iconOnly
            kind="quiet"
            onClick={() => (view.isListShown.value = true)}
          />
        )}
        <h2 id="review-title" class="pane-title" ref={title} tabIndex={-1}>
          <FileName path={session.shown(review.path)} />
        </h2>
        {review.isNewFile && <span class="tag">new file</span>}
        <Counts {...(desk.problem === undefined ? statistics(desk.review.value.hunks) : review)} />
        <span class="pane-note">asked by {visible(review.client.name)}</span>
        <span class="spacer" />
        {desk.problem === undefined && (
          <>
            <Button
              icon="edit"
              label={desk.isEditing.value ? "Done editing" : "Edit"}
              keys={desk.isEditing.value ? "Esc" : "e"}
              pressed={desk.isEditing.value}
              kind="quiet"
              onClick={() => {
                desk.settle();
                desk.isEditing.value = !desk.isEditing.value;
              }}
            />
            <LayoutButtons />
          </>
        )}
      </header>
      {desk.problem === undefined ? (
        <ReviewDiff desk={desk} />
      ) : (
        <EmptyState icon="warning" title="The present contents cannot be shown">
          <p>{visible(desk.problem)}</p>
          <p>You can accept or reject the change as a whole.</p>
        </EmptyState>
      )}
      <DecisionBar desk={desk} />
    </article>
  );
}

function ReviewDiff({ desk }: { readonly desk: ReviewDesk }) {
  const { session, preferences, view } = useWorkbench();
  const { path } = desk.texts.review;
  const [review, current, unfolded] = [desk.review.value, desk.current.value, desk.unfolded.value];
  const scene = useMemo(() => reviewScene(review, current, unfolded), [review, current, unfolded]);
  const events = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return {
      act: (hunk: number, action: string) =>
        desk.decideHunk(hunk, action as "accepted" | "rejected" | "undecided"),
      unfold: (line: number) => desk.unfold(line),
      edited: (text: () => string) => {
        desk.pendingText = text;
        clearTimeout(timer);
        timer = setTimeout(() => desk.settle(), editPauseMilliseconds);
      },
    };
  }, [desk]);
  // Nothing to stand beside it.
  const isOneSided = review.before === "" || review.after === "";
  if (review.hunks.length === 0) {
    return (
      <EmptyState icon="check" title="Nothing would change">
        <p>The proposed text is what the file contains already.</p>
      </EmptyState>
    );
  }
  return (
    <DiffPane
      id={`${desk.id} ${desk.appearedAt}`}
      path={path}
      label={`Change of ${visible(session.shown(path))}`}
      layout={view.isNarrow.value || isOneSided ? "unified" : preferences.layout.value}
      wrap={view.isNarrow.value || preferences.wrap.value === "on"}
      scene={scene}
      isEditing={desk.isEditing.value}
      events={events}
    />
  );
}

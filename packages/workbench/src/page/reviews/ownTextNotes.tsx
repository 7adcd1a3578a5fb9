import type { OwnText } from "../state/ownTexts.ts";
import { useWorkbench } from "../state/workbench.ts";
import { FileName } from "../ui/fileName.tsx";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

const mostRows = 8;

/** What the user wrote into reviews that are over: to be copied. */
export function OwnTextNotes() {
  const { reviews } = useWorkbench();
  const texts = reviews.ownTexts.left.value;
  if (texts.length === 0) return null;
  return (
    <div class="own-texts">
      {texts.map((own) => (
        <OwnTextNote key={own.key} own={own} />
      ))}
    </div>
  );
}

function OwnTextNote({ own: { key, path, text, why } }: { readonly own: OwnText }) {
  const { reviews, session, notices } = useWorkbench();
  const copy = () =>
    notices.attempt(async () => {
      await navigator.clipboard.writeText(text);
      notices.show({ kind: "success", text: "Copied" }, 2_000);
    });
  return (
    <div class="note own-text" role="alert">
      <Icon name="warning" />
      <FileName path={session.shown(path)} />
      <span>This review is over: {visible(why)}. Your text is still here.</span>
      <button type="button" class="link-button" onClick={() => void copy()}>
        Copy
      </button>
      <button type="button" class="link-button" onClick={() => reviews.ownTexts.discard(key)}>
        Discard
      </button>
      <textarea
        readOnly
        aria-label={`Your text of ${visible(session.shown(path))}`}
        rows={Math.min(mostRows, text.split("\n").length)}
        value={text}
      />
    </div>
  );
}

import { useWorkbench } from "../state/workbench.ts";
import { Icon } from "../ui/icon.tsx";
import { visible } from "../ui/visible.ts";

const icons = { info: "bell", success: "check", error: "error" } as const;

/** News in a corner, and what screen readers say of it. */
export function Toasts() {
  const { notices } = useWorkbench();
  return (
    <>
      <div class="visually-hidden" role="status" aria-live="polite">
        {visible(notices.spoken.value)}
      </div>
      <section class="toasts" aria-label="Messages">
        {notices.toasts.value.map(({ id, kind, text, action }) => (
          <div key={id} class={`toast toast-${kind}`}>
            <Icon name={icons[kind]} />
            <span class="toast-text">{visible(text)}</span>
            {action && (
              <button
                type="button"
                class="link-button"
                onClick={() => {
                  action.run();
                  notices.dismiss(id);
                }}
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              class="toast-close"
              aria-label="Dismiss"
              onClick={() => notices.dismiss(id)}
            >
              <Icon name="cross" />
            </button>
          </div>
        ))}
      </section>
    </>
  );
}

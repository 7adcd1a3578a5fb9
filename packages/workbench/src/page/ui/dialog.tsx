import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly label: string;
  readonly className?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** On top of everything, until it is closed; then the focus is where it was. */
export function Dialog({ label, className = "", onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  // At once: what is typed right after the key that opens it is meant for it.
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current!;
    dialog.showModal();
    // A click beside it; Escape does the same.
    const clicked = ({ target }: Event) => target === dialog && dialog.close();
    dialog.addEventListener("click", clicked);
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={element} class={`dialog ${className}`} aria-label={label} onClose={onClose}>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

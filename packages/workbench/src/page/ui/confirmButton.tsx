import { useEffect, useRef, useState } from "preact/hooks";

interface ConfirmButtonProps {
  readonly label: string;
  /** What is asked before it is done, in the place of the button. */
  readonly question: string;
  readonly onConfirm: () => void;
}

/** For what cannot be undone: asks first. */
export function ConfirmButton({ label, question, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) yes.current?.focus();
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button type="button" class="link-button link-bad" onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  }
  const answer = (isSure: boolean) => {
    setAsking(false);
    if (isSure) onConfirm();
  };
  return (
    <span class="confirm">
      <span>{question}</span>
      <button ref={yes} type="button" class="link-button link-bad" onClick={() => answer(true)}>
        Yes
      </button>
      <button type="button" class="link-button" onClick={() => answer(false)}>
        No
      </button>
    </span>
  );
}

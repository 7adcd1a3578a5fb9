import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";

interface ChooserProps<Choice> {
  readonly label: string;
  readonly placeholder: string;
  readonly choices: readonly Choice[];
  /** They are those of what was typed before: who presses Enter now means the first of those that come. */
  readonly isPending?: boolean;
  readonly keyOf: (choice: Choice) => string;
  readonly draw: (choice: Choice) => ComponentChildren;
  /** Stands under the list, such as how many were searched. */
  readonly note: string;
  readonly onQuery: (query: string) => void;
  readonly onChoose: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** A field to type into and the choices that fit, by keyboard or mouse. */
export function Chooser<Choice>(props: ChooserProps<Choice>) {
  const {
    label,
    placeholder,
    choices,
    isPending = false,
    keyOf,
    draw,
    note,
    onQuery,
    onChoose,
    onClose,
  } = props;
  const [chosen, setChosen] = useState({ among: choices, index: 0 });
  // With other choices the first one counts, from the moment in which they are seen.
  const index = chosen.among === choices ? chosen.index : 0;
  const setIndex = (at: number) => setChosen({ among: choices, index: at });
  const list = useRef<HTMLDivElement>(null);
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    const [first] = choices;
    if (!isWanted.current || isPending) return;
    isWanted.current = false;
    if (first !== undefined) onChoose(first);
  }, [choices, isPending]);
  useEffect(
    () => list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" }),
    [index],
  );

  const pressed = (event: KeyboardEvent) => {
    const choice = choices[index];
    if (event.key === "Enter" && isPending) isWanted.current = true;
    else if (event.key === "Enter" && choice) onChoose(choice);
    else if (event.key === "ArrowDown") setIndex(Math.min(choices.length - 1, index + 1));
    else if (event.key === "ArrowUp") setIndex(Math.max(0, index - 1));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label={label} className="chooser" onClose={onClose}>
      <input
        class="chooser-field"
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls="chooser-list"
        aria-activedescendant={choices.length > 0 ? `choice-${index}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        onInput={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={pressed}
      />
      <div id="chooser-list" class="chooser-list" role="listbox" aria-label={label} ref={list} tabIndex={-1}>
        {choices.map((choice, at) => (
          <div
            key={keyOf(choice)}
            id={`choice-${at}`}
            class="choice"
            role="option"
            tabIndex={-1}
            aria-selected={at === index}
            onClick={() => onChoose(choice)}
            onKeyDown={pressed}
          >
            {draw(choice)}
          </div>
        ))}
      </div>
      <p class="chooser-note" role="status">
        {note}
      </p>
    </Dialog>
  );
}

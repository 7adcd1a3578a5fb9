import type { ControlClient, ControlEvent } from "@idebridge/headless";

export interface HeldEvents {
  /** Tells what was held back, and from now on everything at once. */
  begin(): void;
  end(): void;
}

/**
 * What a running idebridge tells from now on, held back until `begin`: what happens while lists are on their way is newer
 * than they are, and would be forgotten when they are taken over.
 */
export function holdEvents(
  control: Pick<ControlClient, "subscribe">,
  tell: (event: ControlEvent) => void,
): HeldEvents {
  let held: ControlEvent[] | undefined = [];
  const end = control.subscribe((event) => {
    if (held) held.push(event);
    else tell(event);
  });
  return {
    begin() {
      const waiting = held ?? [];
      held = undefined;
      for (const event of waiting) tell(event);
    },
    end,
  };
}

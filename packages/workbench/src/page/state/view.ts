import { effect, signal } from "@preact/signals";

export const panelNames = ["reviews", "changes", "editor", "notebooks", "clients", "traffic"] as const;
export type PanelName = (typeof panelNames)[number];

/** Where the user is: kept in the address, so that reloading comes back to it. */
export class View {
  readonly panel = signal<PanelName>(fromAddress() ?? "reviews");
  readonly isNarrow = signal(false);
  readonly dialog = signal<"help" | "quickOpen" | "commands" | undefined>(undefined);
  /** On narrow screens, lists and what is chosen in them take turns. */
  readonly isListShown = signal(false);

  constructor() {
    const narrow = matchMedia("(max-width: 760px)");
    this.isNarrow.value = narrow.matches;
    narrow.addEventListener("change", () => (this.isNarrow.value = narrow.matches));
    addEventListener("hashchange", () => (this.panel.value = fromAddress() ?? this.panel.value));
    effect(() => {
      const hash = `#${this.panel.value}`;
      if (location.hash !== hash) history.replaceState(null, "", hash);
    });
  }

  go(panel: PanelName): void {
    this.panel.value = panel;
  }
}

function fromAddress(): PanelName | undefined {
  return panelNames.find((name) => location.hash === `#${name}`);
}

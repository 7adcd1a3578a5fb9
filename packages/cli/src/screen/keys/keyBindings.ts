import { type Action, actionOf, actions, type KeyPlace } from "./keyTable.ts";

/** Which keys do what, with the user's own in place of the defaults. */
export class KeyBindings {
  readonly #byKey: Readonly<Record<"list" | "diff" | "search", ReadonlyMap<string, Action>>>;
  readonly #keys: ReadonlyMap<Action, readonly string[]>;

  constructor(own: Readonly<Record<string, readonly string[] | undefined>> = {}) {
    this.#keys = new Map(actions.map((action) => [action, own[action] ?? actionOf(action).keys]));
    this.#byKey = {
      list: this.#mapFor("anywhere", "list"),
      diff: this.#mapFor("anywhere", "diff"),
      search: this.#mapFor("anywhere", "diff", "search"),
    };
  }

  /** What a key does there. */
  actionFor(key: string, place: "list" | "diff" | "search"): Action | undefined {
    return this.#byKey[place].get(key);
  }

  keysOf(action: Action): readonly string[] {
    return this.#keys.get(action) ?? [];
  }

  /** The key to show for an action; empty when the user has given it none. */
  keyOf(action: Action): string {
    return this.keysOf(action)[0] ?? "";
  }

  /** Later places go before earlier ones. */
  #mapFor(...places: readonly KeyPlace[]): ReadonlyMap<string, Action> {
    return new Map(
      places.flatMap((place) =>
        actions
          .filter((action) => actionOf(action).place === place)
          .flatMap((action) => this.keysOf(action).map((key) => [key, action] as const)),
      ),
    );
  }
}

/** As keys are shown to people: `Ctrl-C`, `Enter`, `↓`. */
export function keyLabel(key: string): string {
  const named = labels[key];
  if (named !== undefined) return named;
  const [, modifier, rest] = /^(ctrl|alt|shift)\+(.+)$/.exec(key) ?? [];
  return modifier && rest
    ? `${modifier[0]!.toUpperCase()}${modifier.slice(1)}-${rest.length === 1 ? rest.toUpperCase() : keyLabel(rest)}`
    : key;
}

const labels: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  space: "Space",
  enter: "Enter",
  esc: "Esc",
  tab: "Tab",
  pageUp: "PgUp",
  pageDown: "PgDn",
  home: "Home",
  end: "End",
  backspace: "Backspace",
  delete: "Del",
  f1: "F1",
};

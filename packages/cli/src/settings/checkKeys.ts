import { isKeyName } from "../screen/keys/keyName.ts";
import { type Action, actionOf, actions, type KeyPlace } from "../screen/keys/keyTable.ts";
import type { Fault } from "./checkSettings.ts";
import type { JsonNode } from "./parseJsonc.ts";

/** Places where a key can do one thing only. While searching, its own keys go before the others. */
const places: readonly (readonly KeyPlace[])[] = [["anywhere", "list"], ["anywhere", "diff"], ["search"]];

interface OwnKey {
  readonly action: Action;
  readonly key: string;
  readonly offset: number;
}

/** Keys that do not exist, and keys that would do two things in one place. */
export function checkKeys(file: JsonNode): Fault[] {
  const keys = file.kind === "object" ? file.entries.find(({ key }) => key === "keys")?.node : undefined;
  if (keys?.kind !== "object") return [];
  const own = keys.entries.flatMap(({ key, node }) => ownKeys(key, node));
  const changed = new Set(keys.entries.map(({ key }) => key));
  const unknown = own.filter(({ key }) => !isKeyName(key)).map(noSuchKey);
  const twice = places.flatMap((place) => takenTwice(own, changed, place));
  return [...unknown, ...new Map(twice.map((fault) => [fault.offset, fault])).values()];
}

function ownKeys(name: string, node: JsonNode): OwnKey[] {
  const action = actions.find((each) => each === name);
  if (action === undefined || node.kind !== "array") return [];
  return node.items.flatMap((item) =>
    item.kind === "scalar" && typeof item.value === "string" && item.value !== ""
      ? [{ action, key: item.value, offset: item.offset }]
      : [],
  );
}

function takenTwice(
  own: readonly OwnKey[],
  changed: ReadonlySet<string>,
  place: readonly KeyPlace[],
): Fault[] {
  const here = actions.filter((action) => place.includes(actionOf(action).place));
  const defaults = here.filter((action) => !changed.has(action));
  const taken = new Map(
    defaults.flatMap((action) => actionOf(action).keys.map((key) => [key, action] as const)),
  );
  return own
    .filter(({ action }) => here.includes(action))
    .flatMap(({ action, key, offset }) => {
      const other = taken.get(key);
      taken.set(key, action);
      if (other === undefined || other === action) return [];
      const message = `The key ${key} is that of keys.${other} already: give that one another, or []`;
      return [{ message, offset, setting: `keys.${action}` }];
    });
}

function noSuchKey({ action, key, offset }: OwnKey): Fault {
  const message = `There is no key "${key}". Keys are written "j", "J", "ctrl+j", "alt+j", "f5", "pageDown", "space"`;
  return { message, offset, setting: `keys.${action}` };
}

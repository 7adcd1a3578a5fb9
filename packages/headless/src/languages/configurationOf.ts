import { isObject } from "@idebridge/sdk/core";

type Settings = Readonly<Record<string, unknown>>;

/** What a server is told of a section such as `python.analysis`: all that the settings have below it, else null. */
export function configurationOf(settings: Settings, section: string | undefined): unknown {
  const nested = nestedSettings(settings);
  if (section === undefined || section === "") return nested;
  let found: unknown = nested;
  for (const name of section.split(".")) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return null;
    found = found[name];
  }
  return found;
}

/** `{"a.b": 1}` as `{a: {b: 1}}`. */
export function nestedSettings(settings: Settings): Settings {
  const nested: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(settings)) {
    const parts = name.split(".");
    const last = parts.pop()!;
    let at = nested;
    for (const part of parts) {
      const below = isObject(at[part]) ? { ...at[part] } : {};
      at[part] = below;
      at = below;
    }
    at[last] = isObject(value) && isObject(at[last]) ? { ...at[last], ...value } : value;
  }
  return nested;
}

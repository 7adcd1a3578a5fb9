import { checkKeys } from "./checkKeys.ts";
import { checkProjectSettings, checkSettings } from "./checkSettings.ts";
import type { SettingsFile, SettingsProblem } from "./loadSettings.ts";
import { JsoncError, type JsonNode, parseJsonc, placeOf, plainValue } from "./parseJsonc.ts";
import { type Settings, settingsSchema } from "./settingsSchema.ts";

/** More than anybody mends at once. */
const mostProblems = 100;
/** Names and values of the file are in it. */
const longestMessage = 500;

/** What the text of a settings file sets; nothing when something is wrong with it. */
export function parseSettings(
  text: string,
  scope: SettingsFile["scope"],
): { readonly settings: Settings; readonly problems: readonly Omit<SettingsProblem, "file">[] } {
  const { node, faults } = check(text, scope);
  return {
    settings: node && faults.length === 0 ? plainSettings(node) : {},
    problems: faults.slice(0, mostProblems).map(({ message, offset }) => ({
      ...placeOf(text, offset),
      message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
    })),
  };
}

function check(text: string, scope: SettingsFile["scope"]) {
  let node: JsonNode;
  try {
    node = parseJsonc(text);
  } catch (error) {
    if (error instanceof JsoncError) return { node: undefined, faults: [error] };
    throw error;
  }
  const faults = [...checkSettings(node, settingsSchema), ...checkKeys(node)];
  if (scope === "project") faults.push(...checkProjectSettings(node));
  return { node, faults: faults.sort((a, b) => a.offset - b.offset) };
}

function plainSettings(node: JsonNode): Settings {
  const { $schema: _, ...settings } = plainValue(node) as Settings & { $schema?: string };
  return settings;
}

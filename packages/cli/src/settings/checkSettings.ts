import { nearest } from "../nearest.ts";
import type { JsonNode } from "./parseJsonc.ts";
import type { SettingSchema } from "./settingsSchema.ts";

export interface Fault {
  readonly message: string;
  readonly offset: number;
  /** The setting, such as `sharing.deny`. */
  readonly setting: string;
}

/** All that is wrong with a value, in the order of the file. */
export function checkSettings(node: JsonNode, schema: SettingSchema, setting = ""): Fault[] {
  const fault = (message: string): Fault[] => [{ message, offset: node.offset, setting }];
  const name = setting || "The file";
  if (typeOf(node, schema) !== schema.type) {
    return fault(`${name} must be ${typeNames[schema.type]}, not ${shown(node)}`);
  }
  if (node.kind === "array") {
    return node.items.flatMap((item, index) =>
      schema.items ? checkSettings(item, schema.items, `${setting}[${index}]`) : [],
    );
  }
  if (node.kind === "object") return checkEntries(node, schema, setting);

  const { value } = node;
  if (typeof value === "string") {
    if (schema.enum && !schema.enum.includes(value)) {
      const meant = nearest(value, schema.enum);
      const hint = meant ? `. Did you mean "${meant}"?` : "";
      return fault(`${name} is one of ${schema.enum.join(", ")}, not "${value}"${hint}`);
    }
    if (value.length < (schema.minLength ?? 0)) return fault(`${name} must not be empty`);
  }
  if (typeof value === "number") {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    if (value < minimum || value > maximum) {
      const limits = maximum === Infinity ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
      return fault(`${name} must be ${limits}, not ${value}`);
    }
  }
  return [];
}

function checkEntries(
  node: Extract<JsonNode, { kind: "object" }>,
  { properties = {}, additionalProperties }: SettingSchema,
  setting: string,
): Fault[] {
  const seen = new Set<string>();
  return node.entries.flatMap(({ key, keyOffset, node }) => {
    const path = setting ? `${setting}.${key}` : key;
    if (seen.has(key)) return [{ message: `${path} is set twice`, offset: keyOffset, setting: path }];
    seen.add(key);
    if (Object.hasOwn(properties, key)) return checkSettings(node, properties[key]!, path);
    if (typeof additionalProperties === "object") return checkSettings(node, additionalProperties, path);
    if (additionalProperties !== false) return [];
    const meant = nearest(key, Object.keys(properties));
    const hint = meant ? `. Did you mean ${meant}?` : "";
    return [{ message: `There is no setting ${path}${hint}`, offset: keyOffset, setting: path }];
  });
}

/** Keys too: one that moves elsewhere must not accept in somebody's project. */
const onlyOfUser: readonly string[] = ["configDir", "languageServers", "keys"];

/** Of those, which can be said on the command line. */
const optionOf: Readonly<Record<string, string>> = {
  configDir: "--config-dir",
  review: "--review accept",
};

/**
 * What only the user may set: a project that somebody has just cloned must not have changes accepted unseen or left
 * unrecorded, share secrets, or send idebridge elsewhere.
 */
export function checkProjectSettings(node: JsonNode): Fault[] {
  if (node.kind !== "object") return [];
  const onlyUser = (what: string, { offset }: JsonNode, setting: string): Fault => {
    const option = setting in optionOf ? `, or with ${optionOf[setting]}` : "";
    const message = `${what} may not be set by a project. Set it in your own settings${option}`;
    return { message, offset, setting };
  };
  return node.entries.flatMap(({ key, node }) => {
    if (onlyOfUser.includes(key)) return [onlyUser(key, node, key)];
    if (key === "review" && node.kind === "scalar" && node.value === "accept")
      return [onlyUser('review "accept"', node, key)];
    if (key === "notebooks" && node.kind === "object") return checkNotebooks(node, onlyUser);
    if (key === "changes" && node.kind === "object") return checkChanges(node, onlyUser);
    if (key !== "sharing" || node.kind !== "object") return [];
    const denied = node.entries.flatMap((entry) =>
      entry.key === "deny" && entry.node.kind === "array" ? entry.node.items : [],
    );
    return denied
      .filter((item) => item.kind === "scalar" && String(item.value).startsWith("!"))
      .map((item) => onlyUser("A pattern that shares files again", item, "sharing.deny"));
  });
}

/** Without the record, what an agent writes unasked cannot be taken back. */
function checkChanges(
  { entries }: Extract<JsonNode, { kind: "object" }>,
  onlyUser: (what: string, node: JsonNode, setting: string) => Fault,
): Fault[] {
  return entries
    .filter(({ key, node }) => key === "record" && node.kind === "scalar" && node.value === false)
    .map(({ node }) => onlyUser("changes.record false", node, "changes.record"));
}

function checkNotebooks(
  { entries }: Extract<JsonNode, { kind: "object" }>,
  onlyUser: (what: string, node: JsonNode, setting: string) => Fault,
): Fault[] {
  return entries.flatMap(({ key, node }) => {
    const setting = `notebooks.${key}`;
    if (key === "python") return [onlyUser(setting, node, setting)];
    const value = node.kind === "scalar" ? node.value : undefined;
    const allowsMore = (key === "ask" && value === false) || (key === "enabled" && value === true);
    return allowsMore ? [onlyUser(`${setting} ${value}`, node, setting)] : [];
  });
}

const typeNames: Readonly<Record<SettingSchema["type"], string>> = {
  string: "a text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function typeOf(node: JsonNode, { type }: SettingSchema): string {
  if (node.kind !== "scalar") return node.kind;
  if (typeof node.value === "number" && type === "integer")
    return Number.isInteger(node.value) ? type : "number";
  return node.value === null ? "null" : typeof node.value;
}

function shown(node: JsonNode): string {
  if (node.kind === "array") return "a list";
  if (node.kind === "object") return "an object";
  const text = JSON.stringify(node.value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

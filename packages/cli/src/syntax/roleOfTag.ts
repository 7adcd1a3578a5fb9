import type { TextColour } from "../terminal/row.ts";

/** Names of tags, as language modes give them, and what they look like. */
const roles: Readonly<Record<string, TextColour>> = {
  keyword: "keyword",
  controlKeyword: "keyword",
  definitionKeyword: "keyword",
  moduleKeyword: "keyword",
  modifier: "keyword",
  qualifier: "keyword",
  meta: "keyword",
  annotation: "keyword",
  macroName: "keyword",
  processingInstruction: "keyword",
  documentMeta: "keyword",
  heading: "keyword",
  header: "keyword",
  strong: "keyword",
  string: "string",
  character: "string",
  regexp: "string",
  link: "string",
  url: "string",
  monospace: "string",
  comment: "comment",
  lineComment: "comment",
  blockComment: "comment",
  quote: "comment",
  number: "number",
  integer: "number",
  unit: "number",
  atom: "constant",
  bool: "constant",
  null: "constant",
  self: "constant",
  color: "constant",
  labelName: "constant",
  constant: "constant",
  type: "type",
  typeName: "type",
  className: "type",
  namespace: "type",
  operator: "operator",
  operatorKeyword: "keyword",
  list: "operator",
  property: "property",
  propertyName: "property",
  attribute: "property",
  attributeName: "property",
  tag: "tag",
  tagName: "tag",
  inserted: "added",
  deleted: "removed",
};

/** Names of things: what they are shows in what follows them, or in how they are written. */
const names = new Set(["variable", "variableName", "def", "builtin", "property", "propertyName"]);

/** `tags` is what a mode says of a token: "keyword", "variableName.special", or several with spaces between them. */
export function roleOfTag(tags: string, text: string, isCalled: boolean): TextColour | undefined {
  const last = tags.slice(tags.lastIndexOf(" ") + 1);
  const [tag = "", ...modifiers] = last.split(".");
  if (isCalled && names.has(tag)) return "function";
  if (tag === "builtin" || modifiers.includes("standard")) return "type";
  if ((tag === "variableName" || tag === "variable-2") && modifiers.includes("special")) return "constant";
  if ((tag === "def" || modifiers.includes("definition")) && /^[A-Z]/.test(text)) return "type";
  return Object.hasOwn(roles, tag) ? roles[tag] : undefined;
}

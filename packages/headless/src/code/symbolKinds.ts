/** The names of the kinds of symbols, by their numbers in the Language Server Protocol. */
const names = [
  "file",
  "module",
  "namespace",
  "package",
  "class",
  "method",
  "property",
  "field",
  "constructor",
  "enum",
  "interface",
  "function",
  "variable",
  "constant",
  "string",
  "number",
  "boolean",
  "array",
  "object",
  "key",
  "null",
  "enum member",
  "struct",
  "event",
  "operator",
  "type parameter",
] as const;

export function symbolKind(kind: number): string {
  return names[kind - 1] ?? "symbol";
}

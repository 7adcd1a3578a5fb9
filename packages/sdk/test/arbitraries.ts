import fc from "fast-check";

/** Keys and texts that have hurt parsers before. */
const evilText = fc.constantFrom(
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "length",
);
export const anyText = fc.oneof(evilText, fc.string({ unit: "binary" }), fc.string());
const messageKey = fc.constantFrom("jsonrpc", "id", "method", "params", "result", "error", "content", "name");
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(null, true, false, 0, -1, 2 ** 53, 1e308, ""),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    anyText,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(messageKey, anyText), tie("value")), { maxLength: 4 }).map(asJsonObject),
  ),
})).value;

/** As JSON.parse would make it: `__proto__` is a key like any other. */
function asJsonObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const members = entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return JSON.parse(`{${members.join()}}`);
}

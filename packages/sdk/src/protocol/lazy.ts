/** Makes something when it is first asked for. Schemas cost time, and a server that starts needs none of them. */
// @__NO_SIDE_EFFECTS__
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

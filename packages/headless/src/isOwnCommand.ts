/** `idebridge watch`, `call` and the like connect as agents do, but are the user's own: they only look. */
export function isOwnCommand({ name }: { readonly name: string }): boolean {
  return name.startsWith("idebridge-");
}

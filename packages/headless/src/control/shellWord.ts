/** A path in a command that is meant to be copied: one word to a shell, whatever it is called. */
export function shellWord(path: string): string {
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

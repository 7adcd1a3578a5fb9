/** Why nothing can be written there, and what to do, for people. */
export function writeAdvice(folder: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  switch (code) {
    case "ENOSPC":
      return `The disk of ${folder} is full (ENOSPC): free some space, or name another place with XDG_STATE_HOME.`;
    case "EDQUOT":
      return `Your quota is used up on the disk of ${folder} (EDQUOT): delete something, or name another place with XDG_STATE_HOME.`;
    case "EMFILE":
    case "ENFILE":
      return `${folder} cannot be written, as too many files are open (${code}): allow for more with ulimit -n, or end programs that have many open.`;
    default:
      return `${folder} cannot be written (${code ?? String(error)}): make it writable, or name another place with XDG_STATE_HOME.`;
  }
}

/** Why nothing can be written there, and what to do, for people. `variable` names the folder. */
export function writeAdvice(
  folder: string,
  error: unknown,
  variable: "XDG_STATE_HOME" | "TMPDIR" = "XDG_STATE_HOME",
): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  switch (code) {
    case "ENOSPC":
      return `The disk of ${folder} is full (ENOSPC): free some space, or name another place with ${variable}.`;
    case "EDQUOT":
      return `Your quota is used up on the disk of ${folder} (EDQUOT): delete something, or name another place with ${variable}.`;
    case "EMFILE":
    case "ENFILE":
      return `${folder} cannot be written, as too many files are open (${code}): allow for more with ulimit -n, or end programs that have many open.`;
    default:
      return `${folder} cannot be written (${code ?? String(error)}): make it writable, or name another place with ${variable}.`;
  }
}

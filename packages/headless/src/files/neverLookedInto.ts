/** Folders whose files are not the user's work: they are not watched, not read and not told to language servers. */
export const neverLookedInto: ReadonlySet<string> = new Set([".git", "node_modules", ".hg", ".svn"]);

import { type GitRun, runGit } from "./runGit.ts";

/** More names than this that match a pattern are ignored: nobody tracks so many against their own rules. */
const mostInIndex = 500;

/** Those of the names, relative to `cwd`, that git ignores. A file that it tracks is never ignored. */
export async function ignoredNames(
  names: readonly string[],
  place: Pick<GitRun, "cwd" | "env">,
): Promise<ReadonlySet<string>> {
  // Looking into the index costs git as much for each name as the index is long: only where it matters.
  const matching = await checkIgnore(names, ["--no-index"], place);
  return new Set(matching.length > mostInIndex ? matching : await checkIgnore(matching, [], place));
}

async function checkIgnore(
  names: readonly string[],
  options: readonly string[],
  place: Pick<GitRun, "cwd" | "env">,
): Promise<string[]> {
  if (names.length === 0) return [];
  // The dot keeps a name that begins with a colon from being a pattern.
  const input = names.map((name) => `./${name}\0`).join("");
  const args = ["check-ignore", ...options, "-z", "--stdin"];
  const output = await runGit(args, { ...place, input, isLiteral: false });
  const ignored = output?.toString().split("\0").slice(0, -1) ?? [];
  return ignored.map((name) => name.slice(2));
}

import {
  anything,
  characterClass,
  type GlobMatcher,
  GlobReader,
  literal,
  oneOfName,
  partOfName,
} from "../files/globMatcher.ts";

/**
 * A glob of the Language Server Protocol (`*`, `?`, `**`, `{a,b}`, `[a-z]`), for whole paths with slashes. `undefined` when
 * it is none: the caller then takes every path for meant.
 */
export function globExpression(glob: string): GlobMatcher | undefined {
  const reader = new GlobReader();
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (glob.startsWith("**/", at)) {
      reader.add({ kind: "folders" });
      at += 2;
    } else if (glob.startsWith("**", at)) {
      reader.add(anything);
      at += 1;
    } else if (char === "*") reader.add(partOfName);
    else if (char === "?") reader.add(oneOfName);
    else if (char === "{") reader.openGroup();
    else if (char === "}" && reader.isInGroup) reader.closeGroup();
    else if (char === "," && reader.isInGroup) reader.nextOption();
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) return undefined;
      reader.add(characterClass(glob.slice(at + 1, end)));
      at = end;
    } else reader.add(literal(char));
  }
  return reader.isInGroup ? undefined : reader.toMatcher();
}

/**
 * A glob of the Language Server Protocol (`*`, `?`, `**`, `{a,b}`, `[a-z]`) as a regular expression over whole paths
 * with slashes. `undefined` when it is none: the caller then takes every path for meant.
 */
export function globExpression(glob: string): RegExp | undefined {
  let source = "";
  let groups = 0;
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at]!;
    if (glob.startsWith("**/", at)) {
      source += "(?:[^/]+/)*";
      at += 2;
    } else if (glob.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?") source += "[^/]";
    else if (char === "{") {
      source += "(?:";
      groups++;
    } else if (char === "}" && groups > 0) {
      source += ")";
      groups--;
    } else if (char === "," && groups > 0) source += "|";
    else if (char === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) return undefined;
      source += `[${glob
        .slice(at + 1, end)
        .replace(/^!/, "^")
        .replace(/[\\[\]]/g, "\\$&")}]`;
      at = end;
    } else source += char.replace(/[\\^$.|+()[\]{}]/g, "\\$&");
  }
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return undefined;
  }
}

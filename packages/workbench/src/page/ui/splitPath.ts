/** The folder and the name of a path. On Windows either slash divides; elsewhere names may have a backslash in them. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const isWindows = /^[a-z]:|^\\\\/i.test(path) || (path.includes("\\") && !path.includes("/"));
  const cut = Math.max(path.lastIndexOf("/"), isWindows ? path.lastIndexOf("\\") : -1);
  return { folder: path.slice(0, Math.max(0, cut)), name: path.slice(cut + 1) };
}

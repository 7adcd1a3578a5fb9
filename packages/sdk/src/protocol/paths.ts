/**
 * The one module that knows about paths. Peers send them in every form there is; inside the library
 * a path is always native: absolute, in the form of the platform we run on, without `.` and `..`.
 * Nothing here looks at the disk, so symbolic links are the caller's business.
 */

/** posix: Linux, macOS. windows: native Windows. wsl: Linux inside Windows, drives under /mnt. */
export type Platform = "posix" | "windows" | "wsl";

/** A text that is no path, or none that this platform can have. The message is safe to log and to send. */
export class InvalidPath extends Error {
  override readonly name = "InvalidPath";

  constructor(problem: string, text: string) {
    super(`${problem}: "${printable(text)}"`);
  }
}

/**
 * The native absolute path that a peer means, whatever form it wrote: POSIX, `C:\…`, `C:/…`, `/c/…`,
 * `/mnt/c/…`, `\\server\share`, `\\?\C:\…`, a `file:` URI; or relative to `base`, a native absolute path.
 * `.` and `..` are resolved and stop at the root, the drive or the share; slashes are single, with none
 * at the end except of a root (`/`, `C:\`). The result may well be outside `base`: see {@link isInside}.
 *
 * - `windows`: `/c/x`, `/mnt/c/x`, `/c:/x` and `c:/x` are all `C:\x`; `/home/x` is on the drive of `base`.
 * - `wsl`: `C:\x` and `file:///c:/x` are `/mnt/c/x`; `\\wsl$\<distro>\x` and `\\wsl.localhost\<distro>\x`
 *   are `/x`, also as URIs. Everything else is as on `posix`.
 * - `posix`: a backslash is part of a name; `/c/x`, `/mnt/c/x` and `file:///c:/x` are meant literally.
 *
 * Throws {@link InvalidPath} for an empty text, NUL, a relative path without `base`, another URI scheme
 * (`./a:b` is how to write a relative name that looks like one), a remote host except on `windows`, bad
 * percent encoding, an encoded separator, `C:x` (relative to a drive), devices (`\\.\…`), Windows paths
 * on `posix`, and names that Windows cannot give to a file: only dots and spaces, or with a colon.
 */
export function toNativePath(text: string, platform: Platform, base?: string): string {
  if (platform !== "windows" && text.startsWith("/") && !UNTIDY.test(text)) return text;
  if (text === "") throw new InvalidPath("A path cannot be empty", text);
  if (text.includes("\0")) throw new InvalidPath("A path cannot contain NUL", text);

  const path = /^file:/i.test(text) ? pathOfUri(text, platform) : text;
  if (platform === "windows") return toWindowsPath(path, base, text);
  if (platform === "wsl" && WINDOWS_IN_WSL.test(path)) return toWslPath(path, text);

  if (path.startsWith("/")) return `/${resolveSegments(path, "/").join("/")}`;
  if (/^(?:[A-Za-z]:|\\\\)/.test(path)) throw new InvalidPath("A Windows path means nothing here", text);
  return `/${resolveSegments(`${resolvedBase(path, platform, base)}/${path}`, "/").join("/")}`;
}

/**
 * The `file:` URI of a native path: `/a b` → `file:///a%20b`, `C:\x` → `file:///c:/x`, `\\server\share` →
 * `file://server/share`. Escapes only what a URI must, as Node does and unlike VS Code (`c%3A`, `%40`):
 * some clients compare URIs as text. A lone surrogate becomes U+FFFD. On `wsl` a folder `/c:` has no URI:
 * it would mean the drive. Throws {@link InvalidPath} for what `toNativePath` refuses without a base.
 */
export function toFileUri(path: string, platform: Platform): string {
  const native = toNativePath(path, platform);
  if (platform !== "windows") return `file://${encodePath(native)}`;

  const slashed = native.replaceAll("\\", "/");
  if (!slashed.startsWith("//"))
    return `file:///${slashed.charAt(0).toLowerCase()}${encodePath(slashed.slice(1))}`;
  // With two slashes the server called localhost would be read as "no server".
  const isLocalhost = /^\/\/localhost\//i.test(slashed);
  return `${isLocalhost ? "file://" : "file:"}${encodePath(slashed)}`;
}

/**
 * The form that JetBrains IDEs use: `C:\Users\foo` → `/c/Users/foo`, `C:\` → `/c/`, `\\server\share` →
 * `//server/share`. Relative paths only get forward slashes. Unchanged on `posix` and `wsl`.
 */
export function toSlashPath(path: string, platform: Platform): string {
  if (platform !== "windows") return path;
  return path.replaceAll("\\", "/").replace(/^([A-Za-z]):/, (_, drive: string) => `/${drive.toLowerCase()}`);
}

/**
 * `path` relative to `folder`, with forward slashes: "" when they are equal, `undefined` when it is not
 * inside, or when either is no absolute path. `..` is resolved first, so this is fit to guard access as
 * far as text can tell. Windows ignores case; macOS often does, but we cannot know that from here.
 */
export function relativeTo(folder: string, path: string, platform: Platform): string | undefined {
  const from = nativeOrUndefined(folder, platform);
  const to = nativeOrUndefined(path, platform);
  if (from === undefined || to === undefined) return undefined;

  const isWindows = platform === "windows";
  const separator = isWindows ? "\\" : "/";
  const fold = isWindows ? foldCase : (same: string) => same;
  if (fold(from) === fold(to)) return "";

  const prefix = from.endsWith(separator) ? from : from + separator;
  if (!fold(to).startsWith(fold(prefix))) return undefined;
  const relative = to.slice(prefix.length);
  return isWindows ? relative.replaceAll("\\", "/") : relative;
}

/** Whether `path` is `folder` or inside it. False when either is no absolute path. */
export function isInside(folder: string, path: string, platform: Platform): boolean {
  return relativeTo(folder, path, platform) !== undefined;
}

/** Whether both mean the same file: in any form that `toNativePath` knows, ignoring case on `windows`. */
export function samePath(a: string, b: string, platform: Platform): boolean {
  return a === b || relativeTo(a, b, platform) === "";
}

/**
 * The last segment: what a tab would be called. A root is its own name. Backslashes separate only in
 * what is clearly a Windows path (`C:…`, `\…`): elsewhere they are part of the name.
 */
export function baseName(path: string): string {
  const segments = path.split(/^(?:[A-Za-z]:|\\)/.test(path) ? /[\\/]/ : "/");
  const name = segments.findLast((segment) => segment !== "");
  return name === undefined || /^[A-Za-z]:[\\/]*$/.test(path) ? path : name;
}

/** What keeps an absolute POSIX path from being native: `//`, `/.`, `/..`, a slash at the end, NUL. */
const UNTIDY = /\/\.{0,2}(?:\/|$)|\0/;
const WINDOWS_IN_WSL = /^(?:[A-Za-z]:|\\\\|\/\/wsl(?:\$|\.localhost)\/)/i;
/** A colon names a stream (`.env::$DATA` is `.env`); Windows drops the dots and spaces of the others. */
const NO_WINDOWS_NAME = /:|^[. ]+$/;

function nativeOrUndefined(path: string, platform: Platform): string | undefined {
  try {
    return toNativePath(path, platform);
  } catch (error) {
    if (error instanceof InvalidPath) return undefined;
    throw error;
  }
}

/** The path that a `file:` URI names, decoded: a host in front as `//host`, a drive without a slash. */
function pathOfUri(uri: string, platform: Platform): string {
  const encoded = uri.slice("file:".length).split(/[?#]/, 1)[0] ?? "";
  if (encoded.includes("%00")) throw new InvalidPath("A path cannot contain NUL", uri);
  // Before decoding: after it nobody can tell a separator from a name that contains one.
  if (/%2f/i.test(encoded)) throw new InvalidPath("A URI cannot hide a slash in a name", uri);

  const path = localPath(decode(encoded, uri), platform, uri);
  const isWindows = platform === "windows" || (platform === "wsl" && WINDOWS_IN_WSL.test(path));
  if (isWindows && /%5c/i.test(encoded))
    throw new InvalidPath("A URI cannot hide a backslash in a name", uri);
  return path;
}

function localPath(decoded: string, platform: Platform, uri: string): string {
  const [, authority = "", rest = ""] = /^(?:\/\/([^\\/]*))?(.*)$/s.exec(decoded) ?? [];
  // Clients that paste `file://` before a native path send `file://c:\x`: no host, but a drive.
  const isDrive = platform !== "posix" && /^[A-Za-z]:$/.test(authority);
  if (authority !== "" && !isDrive && authority.toLowerCase() !== "localhost") {
    const unc = `//${authority}${rest}`;
    if (platform === "windows" || (platform === "wsl" && WINDOWS_IN_WSL.test(unc))) return unc;
    throw new InvalidPath("A URI of another machine", uri);
  }
  const path = isDrive ? authority + rest : rest;
  if (platform !== "posix" && /^\/?[A-Za-z]:(?:[\\/]|$)/.test(path)) return path.replace(/^\//, "");
  if (path.startsWith("/") || (platform === "windows" && path.startsWith("\\"))) return path;
  throw new InvalidPath("A file: URI without an absolute path", uri);
}

function decode(encoded: string, uri: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new InvalidPath("Bad percent encoding", uri);
  }
}

function toWindowsPath(path: string, base: string | undefined, text: string): string {
  // Git Bash, JetBrains and WSL write drives as folders; `/c:/x` is what `URL.pathname` gives.
  const drive = /^\/(?:mnt\/)?([A-Za-z]):?(?=[\\/]|$)/.exec(path);
  const rooted = drive ? `${drive[1]}:${path.slice(drive[0].length)}` : path;
  const absolute = splitRoot(rooted, text);
  if (absolute) return joinWindows(absolute.root, resolveWindows(absolute.rest, text));

  if (!/^[\\/]/.test(path)) {
    return toWindowsPath(`${resolvedBase(path, "windows", base)}\\${path}`, undefined, text);
  }
  const root = base === undefined ? undefined : splitRoot(toNativePath(base, "windows"), base)?.root;
  if (root === undefined || root.startsWith("\\")) throw new InvalidPath("A path without a drive", text);
  return joinWindows(root, resolveWindows(path, text));
}

function toWslPath(path: string, text: string): string {
  // Resolved below the drive first: `C:\..\etc` must not climb out of /mnt/c.
  const { root, rest } = splitRoot(path, text) ?? { root: "", rest: "" };
  const segments = resolveWindows(rest, text);
  if (/^[A-Z]:$/.test(root)) return ["/mnt", root.charAt(0).toLowerCase(), ...segments].join("/");
  if (/^\\\\wsl(?:\$|\.localhost)\\/i.test(root)) return `/${segments.join("/")}`;
  throw new InvalidPath("A path of another machine", text);
}

/** `C:` or `\\server\share`, and what follows it. `undefined` for what has neither: `\x`, `x`. */
function splitRoot(path: string, text: string): { root: string; rest: string } | undefined {
  const short = path
    .replace(/^[\\/]{2}\?[\\/]UNC[\\/](?=[^\\/])/i, "\\\\")
    .replace(/^[\\/]{2}\?[\\/](?=[A-Za-z]:)/, "");
  if (/^[A-Za-z]:/.test(short)) {
    if (/^..[^\\/]/s.test(short)) throw new InvalidPath("A path relative to a drive", text);
    return { root: short.slice(0, 2).toUpperCase(), rest: short.slice(2) };
  }
  if (!/^[\\/]{2}(?![\\/])/.test(short)) return undefined;

  const [all = "", server = "", share = ""] = /^..([^\\/]+)[\\/]+([^\\/]+)/s.exec(short) ?? [];
  if (share === "") throw new InvalidPath("A server without a share", text);
  const isName = (name: string) => name !== "?" && !NO_WINDOWS_NAME.test(name);
  if (!isName(server) || !isName(share)) throw new InvalidPath("Neither a drive nor a share", text);
  return { root: `\\\\${server}\\${share}`, rest: short.slice(all.length) };
}

function joinWindows(root: string, segments: string[]): string {
  if (segments.length === 0) return root.startsWith("\\") ? root : `${root}\\`;
  return `${root}\\${segments.join("\\")}`;
}

function resolveWindows(rest: string, text: string): string[] {
  const segments = resolveSegments(rest, /[\\/]/);
  if (segments.some((segment) => NO_WINDOWS_NAME.test(segment))) {
    throw new InvalidPath("A name that Windows cannot give to a file", text);
  }
  return segments;
}

function resolveSegments(path: string, separator: string | RegExp): string[] {
  const segments: string[] = [];
  for (const segment of path.split(separator)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** The folder to resolve the relative path `path` against. */
function resolvedBase(path: string, platform: Platform, base: string | undefined): string {
  // VS Code's own schemes may start with an underscore.
  if (/^[A-Za-z_][\w+.-]+:/.test(path)) throw new InvalidPath("Neither a path nor a file: URI", path);
  if (base === undefined) throw new InvalidPath("A relative path, and no folder it is relative to", path);
  return toNativePath(base, platform);
}

/** Encodes what a URI cannot contain; `encodeURI` alone leaves the marks of query and fragment. */
function encodePath(path: string): string {
  return encodeURI(path.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(/[?#]/g, encodeURIComponent);
}

/**
 * Equal for names that NTFS takes for one. It maps single UTF-16 units, so neither `ß` and `SS` nor `k`
 * and the Kelvin sign may fall together; the length stays.
 */
function foldCase(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toUpperCase();
  return text.replace(/[^A-Z]/g, (unit) => {
    const upper = unit.toUpperCase();
    return upper.toLowerCase() === unit ? upper : unit;
  });
}

function printable(text: string): string {
  const code = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`;
  const shown = text.slice(0, 200).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, code);
  return text.length > 200 ? `${shown}…` : shown;
}

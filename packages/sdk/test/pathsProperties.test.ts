import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  baseName,
  InvalidPath,
  isInside,
  type Platform,
  relativeTo,
  samePath,
  toFileUri,
  toNativePath,
  toSlashPath,
} from "../src/protocol/paths.ts";

describe("for all paths", () => {
  const platform = fc.constantFrom<Platform>("posix", "wsl", "windows");

  it("toNativePath is idempotent, tidy, and throws nothing but InvalidPath", () => {
    fc.assert(
      fc.property(anyText, platform, fc.option(anyText, { nil: undefined }), (text, on, base) => {
        const native = nativeOrRefused(() => toNativePath(text, on, base));
        if (native === undefined) return;
        expect(toNativePath(native, on)).toBe(native);
        expect(toNativePath(native, on, base)).toBe(native);
        expect(native).not.toContain("\0");
        const segments = native.split(on === "windows" ? /[\\/]/ : "/");
        expect(segments).not.toContain("..");
        expect(segments).not.toContain(".");
        expect(native).toMatch(on === "windows" ? /^([A-Z]:\\|\\\\[^\\]+\\[^\\]+)/ : /^\//);
        expect(native).toMatch(/[^\\/]$|^\/$|^[A-Z]:\\$|^\/.*\\$/s);
      }),
      { numRuns: 5000 },
    );
  });

  it("the other functions throw nothing but InvalidPath", () => {
    fc.assert(
      fc.property(anyText, anyText, platform, (a, b, on) => {
        nativeOrRefused(() => toFileUri(a, on));
        expect(isInside(a, b, on)).toBe(relativeTo(a, b, on) !== undefined);
        expect(samePath(a, b, on)).toBe(a === b || relativeTo(a, b, on) === "");
        expect([typeof toSlashPath(a, on), typeof baseName(a)]).toEqual(["string", "string"]);
      }),
      { numRuns: 3000 },
    );
  });

  it("a native path survives its URI", () => {
    fc.assert(
      fc.property(nativePath, ([path, on]) => {
        expect(toNativePath(path, on)).toBe(path);
        const uri = toFileUri(path, on);
        expect(toNativePath(uri, on)).toBe(path);
        expect(uri).toMatch(/^file:\/\/[\w\-.!~*'();/:@&=+$,%]*$/);
        // Node reads it the same way; it only knows a smaller alphabet for hosts than Windows does.
        if (!path.startsWith("\\")) {
          const drive = path.replace(/^[A-Z]:/, (letter) => letter.toLowerCase());
          expect(fileURLToPath(uri, { windows: on === "windows" })).toBe(drive);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("resolves dots as Node does", () => {
    const segment = fc.oneof(fc.constantFrom("..", ".", "", "..."), windowsName);
    fc.assert(
      fc.property(fc.array(segment), unixPath, (segments, base) => {
        const text = segments.join("/");
        if (text === "" || /^file:/i.test(text)) return;
        expect(toNativePath(`./${text}`, "posix", base)).toBe(posix.resolve(base, `./${text}`));
        expect(toNativePath(`/${text}`, "posix")).toBe(posix.resolve(`/${text}`));
        if (segments.includes("...")) return;
        expect(toNativePath(`C:\\${text}`, "windows")).toBe(win32.resolve(`C:\\${text}`));
        expect(toNativePath(`./${text}`, "windows", "C:\\a\\b")).toBe(win32.resolve("C:\\a\\b", `./${text}`));
      }),
      { numRuns: 1000 },
    );
  });

  it("a Windows path survives its slash form, and VS Code's and WSL's", () => {
    fc.assert(
      fc.property(windowsPath, ([path]) => {
        expect(toNativePath(toSlashPath(path, "windows"), "windows")).toBe(path);
        if (path.startsWith("\\")) return;
        expect(toNativePath(`/mnt${toSlashPath(path, "windows")}`, "windows")).toBe(path);
        const vscodeUri = toFileUri(path, "windows").replace(/(?<=^file:...[a-z]):/, "%3A");
        expect(toNativePath(vscodeUri, "windows")).toBe(path);
        const inWsl = toNativePath(path, "wsl");
        expect([toNativePath(toFileUri(path, "windows"), "wsl"), toNativePath(inWsl, "windows")]).toEqual([
          inWsl,
          path,
        ]);
      }),
    );
  });

  it("what is joined is inside, and relativeTo gives it back", () => {
    fc.assert(
      fc.property(nativePath, fc.array(windowsName, { maxLength: 4 }), ([folder, on], names) => {
        const relative = names.join("/");
        const path = toNativePath(`./${relative}`, on, folder);
        expect(relativeTo(folder, path, on)).toBe(relative);
        expect(isInside(folder, path, on)).toBe(true);
        expect(isInside(path, folder, on)).toBe(names.length === 0);
        expect(samePath(folder, path, on)).toBe(names.length === 0);
        if (names.length > 0) expect(baseName(path)).toBe(names.at(-1));
      }),
    );
  });

  it("nothing that climbs stays inside by its text", () => {
    fc.assert(
      fc.property(fc.array(unixName, { minLength: 1, maxLength: 4 }), anyText, (names, rest) => {
        const folder = `/${names.join("/")}`;
        const path = nativeOrRefused(() => toNativePath(`${folder}/../-/${rest}`, "posix"));
        // `rest` may climb further and come back down: then it really is inside.
        if (path !== undefined && names.at(-1) !== "-" && !rest.includes("..")) {
          expect(isInside(folder, path, "posix")).toBe(false);
        }
      }),
    );
  });

  it("huge texts neither overflow the stack nor take long", () => {
    for (const on of ["posix", "wsl", "windows"] as const) {
      for (const part of ["/a", "/..", "/", "\\", "\\a", "%41", "%", "?", "a:", "\ud800", "//"]) {
        for (const start of ["", "/", "C:\\", "file:///c:/", "file://", "\\\\s\\sh\\"]) {
          nativeOrRefused(() => toFileUri(start + part.repeat(200_000), on));
        }
      }
    }
  }, 60_000);
});

function nativeOrRefused(act: () => string): string | undefined {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidPath);
    return undefined;
  }
}

/** Texts that look like paths often enough to get past the first check. */
const piece = fc.oneof(
  fc.constantFrom(..."/\\.:?#%~ cC"),
  fc.constantFrom(
    "..",
    "/../",
    "\\..\\",
    "//",
    "\\\\",
    "c:",
    "C:\\",
    "/c/",
    "/mnt/c/",
    "file:",
    "file://",
    "file:///",
  ),
  fc.constantFrom(
    "%2e",
    "%2F",
    "%5C",
    "%00",
    "%3A",
    "%25",
    "%C3%BC",
    "%zz",
    "localhost",
    "server/share",
    "wsl$",
  ),
  fc.constantFrom(
    "\\\\?\\",
    "UNC\\",
    "\\\\wsl$\\Ubuntu\\",
    "\\\\.\\",
    "\0",
    "\n",
    "\ud800",
    "ü",
    "ß",
    "a",
    "b.ts",
  ),
  fc.string({ unit: "binary", maxLength: 4 }),
);
const anyText = fc.oneof(
  fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join("")),
  fc.string({ unit: "binary" }),
);

const nastyCharacter = fc.constantFrom(..." %#?&+@:;=,$!'()*[]{}<>|\"^`~.-_\\aZ09üß✻😀\u0301\u202e\n\t");
const nameUnit = fc.oneof(nastyCharacter, fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }));
const name = fc.oneof(
  fc.string({ unit: nameUnit, minLength: 1, maxLength: 8 }),
  fc.constantFrom("%2F", "%00", "%5C", "%", "...", "c", "mnt", "C", "localhost", "wsl$", "a\\..\\b", "~"),
);
const unixName = name.filter((text) => !/^\.{1,2}$|\/|\0/.test(text));
const windowsName = name.filter((text) => !/[\\/:\0]|^[. ]+$/.test(text));

const unixPath = fc.array(unixName, { maxLength: 5 }).map((names) => `/${names.join("/")}`);
const windowsRoot = fc.oneof(
  fc.constantFrom("C:\\", "D:\\", "Z:\\"),
  fc
    .tuple(fc.oneof(windowsName, fc.constantFrom("localhost", "LOCALHOST", "wsl$", "c", "UNC")), windowsName)
    .filter((names) => !names.includes("?"))
    .map(([server, share]) => `\\\\${server}\\${share}\\`),
);
const windowsPath = fc
  .tuple(windowsRoot, fc.array(windowsName, { maxLength: 5 }))
  .map(([root, names]) => root + names.join("\\"))
  .map((path): [string, Platform] => [path.replace(/(?<!:)\\$/, ""), "windows"]);
const nativePath: fc.Arbitrary<[string, Platform]> = fc.oneof(
  unixPath.map((path): [string, Platform] => [path, "posix"]),
  // The one path without a URI, as the documentation of `toFileUri` says.
  unixPath
    .filter((path) => !/^\/[A-Za-z]:(\/|\\|$)/.test(path))
    .map((path): [string, Platform] => [path, "wsl"]),
  windowsPath,
);

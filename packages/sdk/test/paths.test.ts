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

type Row = [text: string, native: string, base?: string];

/** What holds wherever the file system is that of Linux or macOS. */
const unixRows: Row[] = [
  ["/", "/"],
  ["/a/b.ts", "/a/b.ts"],
  ["/a/b/", "/a/b"],
  ["//a//b///c//", "/a/b/c"],
  ["///", "/"],
  ["/a/./b/.", "/a/b"],
  ["/a/b/..", "/a"],
  ["/a/../../../etc/passwd", "/etc/passwd"],
  ["/..", "/"],
  ["/.", "/"],
  ["/...", "/..."],
  ["/a/..b/.c/d..", "/a/..b/.c/d.."],
  ["/a/.../b", "/a/.../b"],
  ["/a\\b", "/a\\b"],
  ["/a\\..\\b", "/a\\..\\b"],
  ["/a b/ü#%41?.ts", "/a b/ü#%41?.ts"],
  ["/a:b/c:d", "/a:b/c:d"],
  ["/ ", "/ "],
  ["/a\nb", "/a\nb"],
  ["/c/Users/x", "/c/Users/x"],
  ["/mnt/c/Users/x", "/mnt/c/Users/x"],
  ["/c:/x", "/c:/x"],
  ["/file:/x", "/file:/x"],
  ["src/a.ts", "/base/src/a.ts", "/base"],
  ["src/a.ts", "/src/a.ts", "/"],
  ["./a:b", "/base/a:b", "/base/"],
  ["./file:x", "/base/file:x", "/base"],
  [".", "/base", "/base"],
  ["../x", "/x", "/base"],
  ["../../../x", "/x", "/base"],
  ["a//b/", "/base/a/b", "/base/./sub/.."],
  ["a\\b", "/base/a\\b", "/base"],
  ["\\a", "/base/\\a", "/base"],
  ["~/x", "/base/~/x", "/base"],
  [" ", "/base/ ", "/base"],
  ["%2e%2e/x", "/base/%2e%2e/x", "/base"],
  ["/abs", "/abs", "/base"],
  ["file:///a/b.ts", "/a/b.ts"],
  ["FILE:///a", "/a"],
  ["file:/a/b", "/a/b"],
  ["file://localhost/a", "/a"],
  ["file://LocalHost/a", "/a"],
  ["file:///", "/"],
  ["file:////a", "/a"],
  ["file:///a/", "/a"],
  ["file:///a%20b/%C3%BC%23%25%3F.ts", "/a b/ü#%?.ts"],
  ["file:///a b/ü.ts", "/a b/ü.ts"],
  ["file:///a#L10", "/a"],
  ["file:///a?x=%00#%2F", "/a"],
  ["file:///a\n?x\ny", "/a\n"],
  ["file:///a/../b", "/b"],
  ["file:///a/%2e%2E/%2E/b", "/b"],
  ["file:///a%252Fb", "/a%2Fb"],
  ["file:///a%2500", "/a%00"],
  ["file:///a%5Cb", "/a\\b"],
  ["file:///a\\b", "/a\\b"],
  ["file:///a%3Ab", "/a:b"],
  ["file:///a+b@c&d=e", "/a+b@c&d=e"],
  ["file:///base", "/base", "/elsewhere"],
];

const posixRows: Row[] = [
  ...unixRows,
  ["file:///c:/Users", "/c:/Users"],
  ["file:///c%3A/Users", "/c:/Users"],
  ["//wsl$/Ubuntu/home", "/wsl$/Ubuntu/home"],
];

const wslRows: Row[] = [
  ...unixRows,
  ["C:\\Users\\x", "/mnt/c/Users/x"],
  ["c:/Users/x/", "/mnt/c/Users/x"],
  ["C:\\Users/x\\\\y", "/mnt/c/Users/x/y"],
  ["C:\\", "/mnt/c"],
  ["C:", "/mnt/c"],
  ["C:\\..\\..\\etc", "/mnt/c/etc"],
  ["C:\\a\\.\\b\\..\\c", "/mnt/c/a/c"],
  ["Z:\\Ünï", "/mnt/z/Ünï"],
  ["\\\\?\\C:\\x", "/mnt/c/x"],
  ["file:///c:/Users/x", "/mnt/c/Users/x"],
  ["file:///C%3A/Users/x", "/mnt/c/Users/x"],
  ["file://c:\\Users\\x", "/mnt/c/Users/x"],
  ["file:///c:/../../etc", "/mnt/c/etc"],
  ["file:///c:", "/mnt/c"],
  ["file:///c:x", "/c:x"],
  ["\\\\wsl$\\Ubuntu\\home\\x", "/home/x"],
  ["\\\\WSL.localhost\\Ubuntu-22.04\\home\\x\\", "/home/x"],
  ["\\\\wsl$\\Ubuntu", "/"],
  ["\\\\wsl$\\Ubuntu\\..\\..\\etc", "/etc"],
  ["\\\\?\\UNC\\wsl$\\Ubuntu\\home", "/home"],
  ["//wsl$/Ubuntu/home/x", "/home/x"],
  ["//wsl.localhost/Ubuntu/home/x", "/home/x"],
  ["//wsl.example/Ubuntu", "/wsl.example/Ubuntu"],
  ["file://wsl.localhost/Ubuntu/home/x", "/home/x"],
  ["file://wsl%24/Ubuntu/home/a%20b", "/home/a b"],
];

const windowsRows: Row[] = [
  ["C:\\Users\\x", "C:\\Users\\x"],
  ["c:\\Users\\x", "C:\\Users\\x"],
  ["c:/Users/x", "C:\\Users\\x"],
  ["/c/Users/x", "C:\\Users\\x"],
  ["/C/Users/x", "C:\\Users\\x"],
  ["/mnt/c/Users/x", "C:\\Users\\x"],
  ["/c:/Users/x", "C:\\Users\\x"],
  ["/c\\Users\\x", "C:\\Users\\x"],
  ["/c", "C:\\"],
  ["/c/", "C:\\"],
  ["/mnt/c", "C:\\"],
  ["C:", "C:\\"],
  ["C:/", "C:\\"],
  ["C:\\a\\", "C:\\a"],
  ["C:\\a\\\\b//c", "C:\\a\\b\\c"],
  ["C:\\a/../b\\.", "C:\\b"],
  ["C:\\..\\..\\x", "C:\\x"],
  ["/c/../d/x", "C:\\d\\x"],
  ["C:\\a b\\ü#%41.ts", "C:\\a b\\ü#%41.ts"],
  ["C:\\..a\\b..", "C:\\..a\\b.."],
  ["\\\\?\\C:\\x", "C:\\x"],
  ["//?/c:/x", "C:\\x"],
  ["\\\\?\\C:\\", "C:\\"],
  ["\\\\?\\UNC\\server\\share\\x", "\\\\server\\share\\x"],
  ["\\\\server\\share\\x", "\\\\server\\share\\x"],
  ["//server/share/x/", "\\\\server\\share\\x"],
  ["\\\\server\\share", "\\\\server\\share"],
  ["\\\\server\\share\\", "\\\\server\\share"],
  ["\\\\server\\share\\..\\..\\x", "\\\\server\\share\\x"],
  ["\\\\wsl$\\Ubuntu\\home", "\\\\wsl$\\Ubuntu\\home"],
  ["//c/Users/x", "\\\\c\\Users\\x"],
  ["file:///c:/Users/x", "C:\\Users\\x"],
  ["file:///c%3A/Users/x%20y", "C:\\Users\\x y"],
  ["file:///C:/", "C:\\"],
  ["file:///c:", "C:\\"],
  ["file:/c:/x", "C:\\x"],
  ["file:c:/x", "C:\\x"],
  ["file://C:/x", "C:\\x"],
  ["file://c:\\users\\my project\\a.js/", "C:\\users\\my project\\a.js"],
  ["file:///c:\\x", "C:\\x"],
  ["file:///c/Users/x", "C:\\Users\\x"],
  ["file:///mnt/c/Users/x", "C:\\Users\\x"],
  ["file://localhost/c:/x", "C:\\x"],
  ["file://server/share/x", "\\\\server\\share\\x"],
  ["file:////server/share/x", "\\\\server\\share\\x"],
  ["file://%3F/C%3A/x", "C:\\x"],
  ["file://wsl%24/Ubuntu/x", "\\\\wsl$\\Ubuntu\\x"],
  ["file:///c:/a/%2e%2e/b", "C:\\b"],
  ["file:///c:/a#b", "C:\\a"],
  ["src/a.ts", "D:\\work\\src\\a.ts", "D:\\work"],
  ["src\\a.ts", "D:\\src\\a.ts", "d:/"],
  ["..\\..\\..\\x", "D:\\x", "D:\\work"],
  ["..\\..\\..\\x", "\\\\s\\sh\\x", "\\\\s\\sh\\work"],
  ["/home/x", "D:\\home\\x", "D:\\work"],
  ["\\home\\x", "D:\\home\\x", "D:\\work"],
  ["\\c\\x", "D:\\c\\x", "D:\\work"],
  ["/MNT/c/x", "D:\\MNT\\c\\x", "D:\\work"],
  ["/mnt/data/x", "D:\\mnt\\data\\x", "D:\\work"],
  ["/", "D:\\", "D:\\work"],
  ["file:///home/x", "D:\\home\\x", "D:\\work"],
  ["/c/x", "C:\\x", "D:\\work"],
];

describe.each<[Platform, Row[]]>([
  ["posix", posixRows],
  ["wsl", wslRows],
  ["windows", windowsRows],
])("toNativePath on %s", (platform, rows) => {
  it.each(rows)("%j → %j", (text, native, base) => {
    expect(toNativePath(text, platform, base)).toBe(native);
  });

  it.each(rows)("%j stays what it became", (text, _, base) => {
    const native = toNativePath(text, platform, base);
    expect(toNativePath(native, platform)).toBe(native);
  });
});

type Refusal = [text: string, problem: RegExp, base?: string];

/** The base `/c/base` is a folder on every platform. */
const alwaysRefused: Refusal[] = [
  ["", /empty/, "/base"],
  ["\0", /NUL/, "/c/base"],
  ["/a\0b", /NUL/],
  ["C:\\a\0b", /NUL/],
  ["file:///c:/a%00b", /NUL/],
  ["file:///c:/a\0b", /NUL/],
  ["file:///c:/a%2Fb", /slash/],
  ["file:///c:/a%2fb", /slash/],
  ["file:///c:/..%2F..%2Fetc", /slash/],
  ["file://localhost%2Fx/c:/", /slash/],
  ["file:///c:/100%", /percent/],
  ["file:///c:/%zz", /percent/],
  ["file:///c:/%C3", /percent/],
  ["file:///c:/%C0%AF", /percent/],
  ["file:///c:/%ED%A0%80", /percent/],
  ["file:", /absolute/, "/c/base"],
  ["file://", /absolute/, "/c/base"],
  ["file://localhost", /absolute/],
  ["file:a/b", /absolute/, "/c/base"],
  ["file:?/c:/x", /absolute/],
  ["https://example.com/a", /file: URI/, "/c/base"],
  ["untitled:Untitled-1", /file: URI/, "/c/base"],
  ["vscode-remote://ssh/a", /file: URI/, "/c/base"],
  ["_claude_fs_right:/c:/x", /file: URI/, "/c/base"],
  ["git+ssh:a", /file: URI/, "/c/base"],
  ["a.ts:12", /file: URI/, "/c/base"],
  ["a/b", /relative/],
  [".", /relative/],
  ["a", /relative/, "b"],
  ["a", /empty/, ""],
  ["a", /NUL/, "/c/\0"],
];

const refused: Record<Platform, Refusal[]> = {
  posix: [
    ["C:\\Users", /Windows/],
    ["C:/Users", /Windows/, "/base"],
    ["c:", /Windows/, "/base"],
    ["c:x", /Windows/, "/base"],
    ["\\\\server\\share", /Windows/, "/base"],
    ["\\\\?\\C:\\x", /Windows/, "/base"],
    ["file:c:/x", /absolute/],
    ["file://c:/x", /another machine/],
    ["file://server/share", /another machine/],
    ["file://127.0.0.1/x", /another machine/],
    ["file://localhost.evil/x", /another machine/],
    ["file://localhost:80/x", /another machine/],
    ["file://wsl.localhost/Ubuntu/x", /another machine/],
    ["file://..", /another machine/],
    ["file://\\etc", /absolute/],
  ],
  wsl: [
    ["C:x", /relative to a drive/, "/base"],
    ["\\\\server\\share\\x", /another machine/, "/base"],
    ["\\\\wsl$", /without a share/, "/base"],
    ["\\\\wsl$.evil\\Ubuntu\\x", /another machine/, "/base"],
    ["\\\\.\\C:\\x", /Neither/, "/base"],
    ["\\\\?\\C:x", /relative to a drive/, "/base"],
    ["\\\\\\", /another machine/, "/base"],
    ["C:\\a:b", /Windows cannot/],
    ["file://server/share", /another machine/],
    ["file:///c:/a%5Cb", /backslash/],
    ["file:///c:/..%5c..", /backslash/],
  ],
  windows: [
    ["/home/x", /without a drive/],
    ["/home/x", /without a drive/, "\\\\server\\share"],
    ["\\x", /without a drive/],
    ["/", /without a drive/],
    ["///c/x", /without a drive/],
    ["file:///home/x", /without a drive/],
    ["C:x", /relative to a drive/, "C:\\work"],
    ["C:..", /relative to a drive/, "C:\\work"],
    ["\\\\server", /without a share/, "C:\\work"],
    ["\\\\server\\", /without a share/, "C:\\work"],
    ["file://server", /without a share/],
    ["\\\\.\\pipe\\x", /Neither/],
    ["//./C:/x", /Neither/],
    ["\\\\?\\Volume{1}\\x", /Neither/],
    ["\\\\?\\GLOBALROOT\\x", /Neither/],
    ["\\\\..\\share", /Neither/],
    ["\\\\server\\..\\x", /Neither/],
    ["\\\\server\\c:\\x", /Neither/],
    ["file://%3F/share/x", /Neither/],
    ["file://./pipe/x", /Neither/],
    ["file://user:pw/share/x", /Neither/],
    ["C:\\.env::$DATA", /Windows cannot/],
    ["C:\\a:b\\c", /Windows cannot/],
    ["x/C:/y", /Windows cannot/, "C:\\work"],
    ["C:\\a\\.. \\b", /Windows cannot/],
    ["C:\\a\\...", /Windows cannot/],
    ["C:\\ ", /Windows cannot/],
    ["file:///c:/a%5Cb", /backslash/],
    ["file:///c:/a/..%5c..%5cb", /backslash/],
    ["file:///c:/a%3Ab", /Windows cannot/],
  ],
};

describe.each<Platform>(["posix", "wsl", "windows"])("toNativePath on %s refuses", (platform) => {
  it.each([...alwaysRefused, ...refused[platform]])("%j: %s", (text, problem, base) => {
    const refusal = thrownBy(() => toNativePath(text, platform, base));
    expect(refusal).toBeInstanceOf(InvalidPath);
    expect((refusal as InvalidPath).message).toMatch(problem);
  });
});

describe("InvalidPath", () => {
  it("has its own name", () => {
    expect(new InvalidPath("Wrong", "x")).toMatchObject({ name: "InvalidPath", message: 'Wrong: "x"' });
  });

  it.each([
    ["a\u001b[31m\r\n\0\u007f\u009b", "a\\u{1b}[31m\\u{d}\\u{a}\\u{0}\\u{7f}\\u{9b}"],
    ["\u202egnp.exe\u2066", "\\u{202e}gnp.exe\\u{2066}"],
    ["\u2028\u2029\ufeff", "\\u{2028}\\u{2029}\\u{feff}"],
    ["\ud800x", "\\u{d800}x"],
    ["ü✻😀", "ü✻😀"],
  ])("shows %j without what could disturb a terminal or a log", (text, shown) => {
    expect(new InvalidPath("Wrong", text).message).toBe(`Wrong: "${shown}"`);
  });

  it("cuts long texts", () => {
    expect(new InvalidPath("Wrong", "x".repeat(200)).message).toBe(`Wrong: "${"x".repeat(200)}"`);
    expect(new InvalidPath("Wrong", "x".repeat(201)).message).toBe(`Wrong: "${"x".repeat(200)}…"`);
  });
});

describe("toFileUri", () => {
  it.each<[Platform, string, string]>([
    ["posix", "/", "file:///"],
    ["posix", "/a b/ü#%.ts", "file:///a%20b/%C3%BC%23%25.ts"],
    ["posix", "/a?b", "file:///a%3Fb"],
    ["posix", "/a\\b", "file:///a%5Cb"],
    ["posix", "/node_modules/@types/a+b(1)[2].d.ts", "file:///node_modules/@types/a+b(1)%5B2%5D.d.ts"],
    ["posix", "/c:/x", "file:///c:/x"],
    ["posix", "/😀", "file:///%F0%9F%98%80"],
    ["posix", "/\ud800a\udc00", "file:///%EF%BF%BDa%EF%BF%BD"],
    ["posix", "/a/../b/", "file:///b"],
    ["wsl", "/mnt/c/Users", "file:///mnt/c/Users"],
    ["windows", "C:\\Users", "file:///c:/Users"],
    ["windows", "C:\\", "file:///c:/"],
    ["windows", "d:/a b#c/%20", "file:///d:/a%20b%23c/%2520"],
    ["windows", "C:\\\udfff", "file:///c:/%EF%BF%BD"],
    ["windows", "\\\\server\\share\\x", "file://server/share/x"],
    ["windows", "\\\\server\\share", "file://server/share"],
    ["windows", "\\\\wsl$\\Ubuntu\\a b", "file://wsl$/Ubuntu/a%20b"],
    ["windows", "\\\\localhost\\c$\\x", "file:////localhost/c$/x"],
  ])("on %s: %j → %s", (platform, path, uri) => {
    expect(toFileUri(path, platform)).toBe(uri);
  });

  it.each<[Platform, string]>([
    ["posix", "src/a.ts"],
    ["posix", ""],
    ["windows", "src\\a.ts"],
    ["windows", "\\x"],
  ])("on %s refuses %j, which would make its first folder a host", (platform, path) => {
    expect(() => toFileUri(path, platform)).toThrow(InvalidPath);
  });
});

describe("toSlashPath", () => {
  it.each<[Platform, string, string]>([
    ["windows", "C:\\Users\\foo", "/c/Users/foo"],
    ["windows", "c:/Users", "/c/Users"],
    ["windows", "C:\\", "/c/"],
    ["windows", "\\\\server\\share", "//server/share"],
    ["windows", "src\\a.ts", "src/a.ts"],
    ["posix", "/a\\b/c", "/a\\b/c"],
    ["posix", "C:\\x", "C:\\x"],
    ["wsl", "/mnt/c/x", "/mnt/c/x"],
  ])("on %s: %j → %j", (platform, path, slashed) => {
    expect(toSlashPath(path, platform)).toBe(slashed);
  });
});

describe("relativeTo", () => {
  it.each<[Platform, string, string, string | undefined]>([
    ["posix", "/a/b", "/a/b", ""],
    ["posix", "/a/b/", "/a/b", ""],
    ["posix", "/a/b", "/a/b/c/d.ts", "c/d.ts"],
    ["posix", "/a/b", "/a/bc", undefined],
    ["posix", "/a/b", "/a", undefined],
    ["posix", "/a/b", "/a/b/../c", undefined],
    ["posix", "/a/b", "/a/b/../../etc/passwd", undefined],
    ["posix", "/a/b/../..", "/x", "x"],
    ["posix", "/a/b", "/a/b/..c", "..c"],
    ["posix", "/a/b", "/A/b/c", undefined],
    ["posix", "/", "/a", "a"],
    ["posix", "/", "/", ""],
    ["posix", "/a", "/a\\b", undefined],
    ["posix", "/a", "/a/b\\c", "b\\c"],
    ["posix", "/a", "a/b", undefined],
    ["posix", "a", "a/b", undefined],
    ["posix", "", "", undefined],
    ["posix", "/a", "/a/\0", undefined],
    ["posix", "/a", "file:///a/b%20c", "b c"],
    ["wsl", "/mnt/c/a", "C:\\a\\b", "b"],
    ["windows", "C:\\A", "c:\\a\\B\\c.ts", "B/c.ts"],
    ["windows", "C:\\A", "C:/a", ""],
    ["windows", "C:\\a", "C:\\ab", undefined],
    ["windows", "C:\\", "C:\\a\\b", "a/b"],
    ["windows", "C:\\", "D:\\a", undefined],
    ["windows", "C:\\a", "/c/a/b", "b"],
    ["windows", "C:\\a", "C:\\a\\..\\b", undefined],
    ["windows", "\\\\s\\sh", "\\\\S\\SH\\x", "x"],
    ["windows", "\\\\s\\sh", "\\\\s\\share\\x", undefined],
    ["windows", "C:\\STRASSE", "C:\\straße\\x", undefined],
    ["windows", "C:\\ÄÖ\\Σ", "C:\\äö\\σ\\x", "x"],
    ["windows", "C:\\k", "C:\\\u212a\\x", undefined],
    ["windows", "C:\\i", "C:\\ı\\x", undefined],
    ["windows", "C:\\İ", "C:\\İ\\x", "x"],
  ])("on %s: from %j to %j is %j", (platform, folder, path, relative) => {
    expect({
      relative: relativeTo(folder, path, platform),
      inside: isInside(folder, path, platform),
    }).toEqual({ relative, inside: relative !== undefined });
  });
});

describe("samePath", () => {
  it.each<[Platform, string, string, boolean]>([
    ["posix", "/a", "/a", true],
    ["posix", "/a/", "/a/b/..", true],
    ["posix", "/a", "/A", false],
    ["posix", "/a", "/a/b", false],
    ["posix", "a", "a", true],
    ["posix", "a", "./a", false],
    ["windows", "C:\\Users\\X", "c:/users/x", true],
    ["windows", "C:\\Users", "/c/users/", true],
    ["windows", "C:\\ß", "C:\\SS", false],
    ["windows", "\\\\Server\\Share", "//server/share/", true],
    ["windows", "C:\\", "D:\\", false],
    ["wsl", "/mnt/c/x", "C:\\x", true],
    ["wsl", "/mnt/c/x", "/mnt/c/X", false],
  ])("on %s: %j and %j: %s", (platform, a, b, same) => {
    expect([samePath(a, b, platform), samePath(b, a, platform)]).toEqual([same, same]);
  });
});

describe("baseName", () => {
  it.each([
    ["/a/b.ts", "b.ts"],
    ["/a/b/", "b"],
    ["/", "/"],
    ["", ""],
    ["a.ts", "a.ts"],
    ["src/a.ts", "a.ts"],
    ["/a\\b", "a\\b"],
    ["C:\\a\\b.ts", "b.ts"],
    ["c:/a\\b.ts", "b.ts"],
    ["C:\\a\\", "a"],
    ["C:\\", "C:\\"],
    ["C:", "C:"],
    ["\\\\server\\share", "share"],
    ["/a/✻ ü.ts", "✻ ü.ts"],
  ])("%j → %j", (path, name) => {
    expect(baseName(path)).toBe(name);
  });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return { returned: act() };
  } catch (error) {
    return error;
  }
}

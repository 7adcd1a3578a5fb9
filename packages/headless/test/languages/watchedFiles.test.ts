import { expect, test } from "vitest";
import { WatchedFiles } from "../../src/languages/watchedFiles.ts";

test.each([
  ["**/*.ts", ["/root/a.ts", "/root/b/c/a.ts"], ["/root/a.tsx", "/elsewhere/a.ts"]],
  ["**", ["/root/a", "/root/b/c"], ["/elsewhere/a"]],
  ["*.{json,jsonc}", ["/root/a.json", "/root/a.jsonc"], ["/root/b/a.json", "/root/a.js"]],
  [
    "src/**/test?.[jt]s",
    ["/root/src/test1.ts", "/root/src/a/b/testx.js"],
    ["/root/src/test.ts", "/root/test1.ts"],
  ],
  ["**/[!.]*.md", ["/root/a.md"], ["/root/.a.md"]],
  ["/opt/lib/**/*", ["/opt/lib/a/b.d.ts"], ["/root/a"]],
  ["**/a+b(c).$^|", ["/root/a+b(c).$^|"], ["/root/aab(c).$^|"]],
  [{ baseUri: "file:///other%20base", pattern: "**/*.py" }, ["/other base/x/y.py"], ["/root/y.py"]],
  [{ baseUri: { uri: "file:///base", name: "base" }, pattern: "*" }, ["/base/a"], ["/base/a/b", "/bases/a"]],
])("%j", (globPattern, wanted, others) => {
  const watched = new WatchedFiles("/root");
  watched.register("1", { watchers: [{ globPattern }] });
  expect(wanted.filter((path) => !watched.includes(path))).toEqual([]);
  expect(others.filter((path) => watched.includes(path))).toEqual([]);
  watched.unregister("1");
  expect(wanted.filter((path) => watched.includes(path))).toEqual([]);
});

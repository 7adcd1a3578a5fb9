import { findText, IdeBridgeError, type IdeEvent, type OperationName } from "@idebridge/sdk";
import { dialects, Ide, RpcError, systemClock } from "@idebridge/sdk/core";
import { linkedTransports } from "@idebridge/sdk/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNotification } from "../src/client/readNotification.ts";
import { GlobPattern } from "../src/server/globPattern.ts";
import { Sharing } from "../src/server/sharing.ts";
import { anyJson, anyText } from "./arbitraries.ts";

const place = { platform: "posix", folders: () => ["/workspace"], realPath: (path: string) => path } as const;

describe("deny patterns", () => {
  it("may be any text", () => {
    fc.assert(
      fc.property(fc.array(anyText), anyText, (deny, path) => {
        expect(new Sharing({ deny }, place).isDenied(`/workspace/${path}`)).toBeTypeOf("boolean");
      }),
    );
  });

  it("mean every character but the wildcards as it is", () => {
    const special = fc.constantFrom(..."\\^$.|+()[]{}-,#&~= \n\t", "a", "constructor", "__proto__", "\u2028");
    const name = fc.array(special, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(name, name, (pattern, other) => {
        const { isDenied } = denying(pattern);
        expect([isDenied(pattern), isDenied(other)]).toEqual([true, pattern === other]);
      }),
    );
  });

  it("match as the same regular expression would", () => {
    const pattern = fc.array(fc.constantFrom("a", "b", "/", "*", "**", "**/", "/**/", "?"), { maxLength: 8 });
    const path = fc.array(fc.constantFrom("a", "b", "/", "\n"), { maxLength: 10 });
    fc.assert(
      fc.property(pattern, path, (parts, chars) => {
        const [glob, text] = [parts.join(""), chars.join("")];
        expect([glob, text, new GlobPattern(glob).matches(text)]).toEqual([
          glob,
          text,
          asRegExp(glob).test(text),
        ]);
      }),
      { numRuns: 20_000 },
    );
  });

  it("are done with a long path soon, whatever the pattern", () => {
    const patterns = ["**/a/**/a/**/a/**/b", "*a*a*a*a*a*a*b", "**a**a**a**a**b", "**/*a*/**/*a*/**/b"];
    const paths = ["a/", "a", "/", "aaaa/"].map((piece) => piece.repeat(30_000 / piece.length));
    const denied = patterns.flatMap((deny) => paths.map((path) => denying(deny).isDenied(path)));
    expect(denied).toEqual(denied.map(() => false));
  });

  it("deny a path that is longer than any file system has", () => {
    expect(denying("x").isDenied("a".repeat(40_000))).toBe(true);
  });
});

function denying(pattern: string) {
  const sharing = new Sharing({ deny: [pattern] }, place);
  return { isDenied: (path: string) => sharing.isDenied(`/workspace/${path}`) };
}

function asRegExp(glob: string): RegExp {
  const source = glob
    .split(/((?<=^|\/)\*\*\/|\*\*|\*|\?)/)
    .map((part) => ({ "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" })[part] ?? part);
  return new RegExp(`^${source.join("")}$`, "s");
}

describe("findText", () => {
  // A position between CR and LF does not exist: each text has one kind of line end.
  it.each(["\n", "\r", "\r\n"])("finds ranges from the start to the end, with lines ended by %j", (end) => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "😀", end), maxLength: 20 });
    fc.assert(
      fc.property(
        text,
        text,
        fc.option(text, { nil: undefined }),
        fc.boolean(),
        (whole, startText, endText, toEndOfLine) => {
          const range = findText(whole, {
            startText,
            toEndOfLine,
            ...(endText !== undefined && { endText }),
          });
          if (range === undefined) return void expect(whole.includes(startText)).toBe(false);
          const [start, stop] = [offsetOf(whole, range.start), offsetOf(whole, range.end)];
          expect(start).toBe(whole.indexOf(startText));
          const found = whole.slice(start, stop);
          expect(found.startsWith(startText)).toBe(true);
          const hasEnd = endText !== undefined && whole.includes(endText, start + startText.length);
          if (hasEnd && !toEndOfLine) expect(found.endsWith(endText)).toBe(true);
          if (!hasEnd && !toEndOfLine) expect(found).toBe(startText);
          if (toEndOfLine) expect(["\n", "\r", ""]).toContain(whole.charAt(stop));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

function offsetOf(text: string, { line, character }: { line: number; character: number }): number {
  const starts = [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map((end) => end.index + end[0].length)];
  return starts[line]! + character;
}

describe("what a server sends to a client", () => {
  const methods = [
    "selection_changed",
    "workspace/didChangeActiveEditor",
    "notifications/selection_changed",
    "at_mentioned",
    "notifications/at_mentioned",
    "diagnostics_changed",
    "notifications/diagnostics_changed",
    "notifications/tools/list_changed",
  ];
  const at = fc.record({ line: fc.oneof(fc.nat(), anyJson), character: fc.oneof(fc.nat(), anyJson) });
  const range = fc.oneof(fc.record({ start: at, end: at }), anyJson);
  const path = fc.oneof(fc.constantFrom("/workspace/a.ts", "a", "file:///a", "file://%"), anyJson);
  const line = fc.oneof(fc.nat(), anyJson);
  const severity = fc.oneof(fc.constantFrom("Error", "INFO", "toString", "constructor"), anyJson);
  const diagnostic = fc.record({ message: fc.string(), severity, range }, { requiredKeys: ["message"] });
  const params = fc.record(
    {
      filePath: path,
      file_path: path,
      uri: path,
      text: fc.oneof(fc.string(), anyJson),
      selection: range,
      range,
      lineStart: line,
      lineEnd: line,
      line_start: line,
      line_end: line,
      diagnostics: fc.oneof(fc.array(diagnostic, { maxLength: 3 }), anyJson),
    },
    { requiredKeys: [] },
  );

  it.each(Object.values(dialects))(
    "is a notification that is read or passed on as it came: $name",
    (dialect) => {
      const paths = dialect.paths(place);
      fc.assert(
        fc.property(fc.constantFrom(...methods), params, (method, given) => {
          const event = readNotification(method, given, paths);
          expect(isSound(event)).toBe(true);
        }),
        { numRuns: 500 },
      );
    },
  );

  it.each(Object.values(dialects))("is an answer that settles the call: $name", async (dialect) => {
    const block = fc.record({ type: fc.constantFrom("text", "image"), text: fc.oneof(fc.string(), anyJson) });
    const result = fc.oneof(
      anyJson,
      fc.record({
        content: fc.oneof(fc.array(fc.oneof(block, anyJson), { maxLength: 3 }), anyJson),
        isError: anyJson,
      }),
      params.map((value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] })),
    );
    let answer: unknown = {};
    await using ide = await connectedTo(dialect, () => answer);
    await fc.assert(
      fc.asyncProperty(result, fc.constantFrom(...operations), async (given, operation) => {
        answer = given;
        const outcome = await perform[operation](ide).catch((error: unknown) => error);
        if (outcome instanceof Error) expect([IdeBridgeError, RpcError]).toContain(outcome.constructor);
      }),
      { numRuns: 500 },
    );
  });
});

function isSound(event: IdeEvent): boolean {
  if (event.type !== "diagnostics") return true;
  const severities = ["error", "warning", "information", "hint"];
  return event.file.diagnostics.every((each) => severities.includes(each.severity));
}

const perform: Record<OperationName, (ide: Ide) => Promise<unknown>> = {
  openFile: (ide) => ide.openFile("/workspace/a.ts"),
  openDiff: (ide) => ide.openDiff({ path: "/workspace/a.ts", contents: "" }),
  closeTab: (ide) => ide.closeTab("a"),
  closeAllDiffs: (ide) => ide.closeAllDiffs(),
  activeSelection: (ide) => ide.activeSelection(),
  latestSelection: (ide) => ide.latestSelection(),
  cursor: (ide) => ide.cursor(),
  setSelection: (ide) =>
    ide.setSelection({ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } }),
  openDocuments: (ide) => ide.openDocuments(),
  workspaceFolders: (ide) => ide.workspaceFolders(),
  diagnostics: (ide) => ide.diagnostics(),
  documentState: (ide) => ide.documentState("/workspace/a.ts"),
  saveDocument: (ide) => ide.saveDocument("/workspace/a.ts"),
  format: (ide) => ide.format("/workspace/a.ts"),
  executeCode: (ide) => ide.executeCode("1"),
  readFile: (ide) => ide.readFile("/workspace/a.ts"),
};
const operations = Object.keys(perform) as OperationName[];

function connectedTo(dialect: (typeof dialects)["kale"], answer: () => unknown): Promise<Ide> {
  return Ide.open({
    async dial() {
      const [near, far] = linkedTransports();
      far.start({
        message(text) {
          const { id, method } = JSON.parse(text);
          const result =
            method === "tools/call" || method.includes("/re") || method.includes("/sel") ? answer() : {};
          if (id !== undefined) far.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
        },
        closed() {},
      });
      return near;
    },
    clientInfo: { name: "test", version: "1" },
    pid: 1,
    roots: [],
    reconnect: false,
    handshakeMilliseconds: 5_000,
    clock: systemClock,
    logger: {},
    platform: "posix",
    folders: ["/workspace"],
    traces: {},
    dialect,
    callMilliseconds: 5_000,
  });
}

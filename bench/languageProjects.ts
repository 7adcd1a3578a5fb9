import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiagnosedProject } from "./diagnosedProject.ts";

interface Language extends Pick<DiagnosedProject, "language" | "server" | "program"> {
  readonly ending: string;
  readonly head?: string;
  readonly tail?: string;
  readonly good: (line: number) => string;
  /** Has a problem that lies in this very line. */
  readonly bad: (line: number) => string;
}

const files = 20;
const lines = 200;

const languages: readonly Language[] = [
  {
    language: "JSON",
    server: "built in",
    ending: "json",
    head: "{",
    tail: '  "last": true\n}',
    good: (line) => `  "key${line}": { "value": ${line}, "list": [1, 2, 3] },`,
    bad: (line) => `  "key${line}": { "value": , "list": [1, 2, 3] },`,
  },
  {
    language: "CSS",
    server: "built in",
    ending: "css",
    good: (line) => `.rule${line} { color: #00${line % 10}000; margin: ${line}px; }`,
    bad: (line) => `.rule${line} { color: ; margin: ${line}px; }`,
  },
  {
    language: "HTML",
    server: "built in",
    ending: "html",
    head: "<!doctype html><html><head><style>",
    tail: "</style></head><body><p>Text</p></body></html>",
    good: (line) => `.rule${line} { color: #00${line % 10}000; margin: ${line}px; }`,
    bad: (line) => `.rule${line} { color: ; margin: ${line}px; }`,
  },
  {
    language: "Python",
    server: "pyright",
    program: "pyright-langserver",
    ending: "py",
    good: (line) => `value${line}: int = len([str(number) for number in range(${line})])`,
    bad: (line) => `value${line}: int = [str(number) for number in range(${line})]`,
  },
  {
    language: "Shell",
    server: "bash-language-server",
    program: "bash-language-server",
    ending: "sh",
    head: "#!/bin/bash",
    good: (line) => `cd "folder${line}" || exit`,
    bad: (line) => `cd "folder${line}"`,
  },
  {
    language: "YAML",
    server: "yaml-language-server",
    program: "yaml-language-server",
    ending: "yaml",
    good: (line) => `key${line}: { value: ${line}, list: [1, 2, 3] }`,
    bad: (line) => `key${line}: { value: ${line}, list: [1, 2, 3] } more`,
  },
  {
    language: "C",
    server: "clangd",
    program: "clangd",
    ending: "c",
    head: "#include <stddef.h>",
    good: (line) => `int value${line}(int number) { return number + ${line}; }`,
    bad: (line) => `int value${line}(int number) { return numbers + ${line}; }`,
  },
];

/** A project for each language but TypeScript: files in which a line can be made wrong. */
export function writeLanguageProjects(folder: string): readonly DiagnosedProject[] {
  return languages.map((each) => writeProject(join(folder, each.ending), each));
}

function writeProject(folder: string, each: Language): DiagnosedProject {
  const { language, server, program, ending, head, tail } = each;
  mkdirSync(folder, { recursive: true });
  const textWith = (wrong: number | undefined) =>
    [
      ...(head === undefined ? [] : [head]),
      ...Array.from({ length: lines }, (_, line) => (line === wrong ? each.bad(line) : each.good(line))),
      ...(tail === undefined ? [] : [tail]),
      "",
    ].join("\n");
  const paths = Array.from({ length: files }, (_, index) => join(folder, `file${index}.${ending}`));
  for (const path of paths) writeFileSync(path, textWith(undefined));
  return {
    language,
    server,
    ...(program !== undefined && { program }),
    folder,
    size: `${files} files of ${lines} lines`,
    edit(number) {
      const path = paths[Math.floor(number / 2) % files]!;
      const wrong = number % 2 === 0 ? (number * 7) % lines : undefined;
      const shift = head === undefined ? 0 : 1;
      return {
        path,
        text: textWith(wrong),
        isFresh(problems) {
          const found = problems.flatMap((file) => file.diagnostics.map(({ range }) => ({ file, range })));
          if (wrong === undefined) return found.length === 0;
          return (
            found.length > 0 &&
            found.every(({ file, range }) => file.path === path && range.start.line === wrong + shift)
          );
        },
      };
    },
  };
}

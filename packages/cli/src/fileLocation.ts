import { realpathSync, type Stats, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { CliError, usageError } from "./cliError.ts";
import { exitCodes } from "./exitCodes.ts";

/** A file or folder, and perhaps some of its lines, counted from 1 as people do. */
export interface FileLocation {
  readonly path: string;
  readonly lines: { readonly first: number; readonly last: number } | undefined;
  readonly isFolder: boolean;
  /** The folder that it is in, or itself when it is one. */
  readonly folder: string;
}

/** Reads `<file>[:<start>[-<end>]]`; also `file:line:column`, as compilers print it. */
export function fileLocation(text: string, cwd: string): FileLocation {
  // A file whose name looks like a location is meant as it is.
  const whole = locate(resolve(cwd, text));
  if (whole) return { ...whole, lines: undefined };

  const parts = /^(.+?):(\d+)(?:-(\d+)|:\d+)?$/.exec(text);
  const name = parts?.[1] ?? text;
  const found = locate(resolve(cwd, name));
  if (!found) throw new CliError(exitCodes.failed, `${resolve(cwd, name)} does not exist.`);
  const first = Number(parts?.[2]);
  const last = Number(parts?.[3] ?? parts?.[2]);
  if (first < 1) throw usageError("Lines are counted from 1.");
  if (last < first) throw usageError(`The lines ${first}-${last} are the wrong way round.`);
  if (found.isFolder) throw usageError(`${found.path} is a folder: it has no lines.`);
  return { ...found, lines: { first, last } };
}

function locate(path: string): Omit<FileLocation, "lines"> | undefined {
  let stats: Stats | undefined;
  try {
    stats = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOTDIR" || code === "ENAMETOOLONG") return undefined;
    throw new CliError(exitCodes.failed, `${path} cannot be looked at (${code}).`);
  }
  if (stats === undefined) return undefined;
  const real = realpathSync.native(path);
  const isFolder = stats.isDirectory();
  return { path: real, isFolder, folder: isFolder ? real : dirname(real) };
}

/** The part of a path that matters to somebody in this folder. */
export function shownLocation({ path, lines }: Pick<FileLocation, "path" | "lines">): string {
  if (!lines) return path;
  return `${path}:${lines.first === lines.last ? lines.first : `${lines.first}-${lines.last}`}`;
}

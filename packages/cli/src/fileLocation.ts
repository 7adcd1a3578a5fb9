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

/** `file:10`, `file:10-20`, and `file:10:3` as compilers print it. */
const forms = [/^(?<name>.+):(?<first>\d+)(?:-(?<last>\d+))?$/, /^(?<name>.+):(?<first>\d+):\d+$/];

/** Reads `<file>[:<start>[-<end>]]`; also `file:line:column`. */
export function fileLocation(text: string, cwd: string): FileLocation {
  // A file whose name looks like a location is meant as it is; of several names, the longest that exists.
  const whole = locate(resolve(cwd, text));
  if (whole) return { ...whole, lines: undefined };

  const readings = forms.map((form) => form.exec(text)?.groups).filter((groups) => groups !== undefined);
  const meant = readings.find(({ name = "" }) => locate(resolve(cwd, name))) ?? readings.at(-1);
  const path = resolve(cwd, meant?.name ?? text);
  const found = locate(path);
  if (!found) throw new CliError(exitCodes.failed, `${path} does not exist.`);
  const first = Number(meant?.first);
  const last = Number(meant?.last ?? meant?.first);
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

/** As `fileLocation` reads it. */
export function shownLocation({ path, lines }: Pick<FileLocation, "path" | "lines">): string {
  if (!lines) return path;
  return `${path}:${lines.first === lines.last ? lines.first : `${lines.first}-${lines.last}`}`;
}

/** Says so when there are fewer lines than were asked for. */
export function linesCutOff(wanted: { last: number } | undefined, got: { last: number } | undefined): string {
  if (!wanted || !got || got.last >= wanted.last) return "";
  return ` There are no more lines: it ends with line ${got.last}.`;
}

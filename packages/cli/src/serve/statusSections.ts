import {
  type ClientInfo,
  counted,
  type KernelInfo,
  type LanguageServerInfo,
  type PendingReview,
  type Status,
} from "@idebridge/headless";
import { lastLineOf } from "../lastLineOf.ts";
import { printable } from "../printable.ts";
import { shortPath } from "./shortPath.ts";
import { whoIsThere } from "./whoIsThere.ts";

/** How things are, for people: what is served, who is connected, what they are told, who finds problems. */
export interface StatusSection {
  readonly title: string;
  readonly lines: readonly StatusLine[];
}

export interface StatusLine {
  readonly tone: "good" | "busy" | "bad" | "off";
  /** Stands below those of the other lines. */
  readonly name: string;
  readonly text: string;
  /** More about it, such as what to do. */
  readonly note?: string;
}

/** A sign for each tone: colours may be missing. */
export const toneMarks = { good: "●", busy: "◐", bad: "✗", off: "○" } as const;

/** `servers` is `undefined` while it is not known which would be of use. */
export function statusSections(
  status: Status,
  servers: readonly LanguageServerInfo[] | undefined,
  reviews: readonly PendingReview[] = [],
): readonly StatusSection[] {
  const folder = status.folders[0] ?? "/";
  const { name, version, port, dialect, folders, kernels } = status;
  const served = `${folders.map((each) => printable(each)).join(", ")} on port ${port} (${printable(dialect)})`;
  return [
    {
      title: "Served",
      lines: [{ tone: "good", name: printable(`${name} ${version}`.trim()), text: served }],
    },
    { title: "Agents", lines: agentLines(whoIsThere(status.clients, reviews), folder) },
    { title: "Told to agents", lines: [sharingLine(status, folder)] },
    { title: "Problems", lines: [problemsLine(status)] },
    { title: "Language servers", lines: serverLines(servers, folder) },
    ...(kernels.length > 0
      ? [{ title: "Kernels", lines: kernels.map((each) => kernelLine(each, folder)) }]
      : []),
  ];
}

function agentLines(agents: readonly ClientInfo[], folder: string): readonly StatusLine[] {
  if (agents.length === 0) {
    return [{ tone: "off", name: "none", text: "In another terminal, in the same folder: claude --ide" }];
  }
  return agents.map(({ name, version, folders, pid, connectedAt }) => {
    const where = folders.filter((each) => each !== folder).map((each) => shortPath(each, folder));
    const parts = [
      where.length === 0 ? "" : `in ${where.join(", ")}`,
      pid === undefined ? "" : `process ${pid}`,
      `since ${new Date(connectedAt).toLocaleTimeString("en-GB")}`,
    ];
    return {
      tone: "good",
      name: printable(`${name} ${version}`.trim()),
      text: parts.filter((part) => part !== "").join(", "),
    };
  });
}

function sharingLine({ paused, selection }: Status, folder: string): StatusLine {
  if (paused) return { tone: "bad", name: "paused", text: "nothing is shared" };
  if (selection === undefined) return { tone: "off", name: "nothing", text: "no file is selected" };
  return { tone: "good", name: "selection", text: selectionPlace(selection, folder) };
}

/** The file and the lines that are selected in it, as people count them. */
export function selectionPlace(selection: NonNullable<Status["selection"]>, folder: string): string {
  const first = selection.range.start.line + 1;
  const last = lastLineOf(selection.range);
  return `${shortPath(selection.path, folder)}:${first}${last > first ? `-${last}` : ""}`;
}

function problemsLine({ problems: { errors, warnings } }: Status): StatusLine {
  if (errors + warnings === 0)
    return { tone: "good", name: "none", text: "in the files that were looked at" };
  return {
    tone: errors > 0 ? "bad" : "busy",
    name: "found",
    text: `${counted(errors, "error")}, ${counted(warnings, "warning")}`,
  };
}

const serverTones = {
  ready: "good",
  starting: "busy",
  restarting: "busy",
  failed: "bad",
  missing: "bad",
  idle: "off",
} as const satisfies Record<LanguageServerInfo["state"], StatusLine["tone"]>;

function serverLines(
  servers: readonly LanguageServerInfo[] | undefined,
  folder: string,
): readonly StatusLine[] {
  if (servers === undefined) return [{ tone: "busy", name: "…", text: "looking for those that are of use" }];
  if (servers.length === 0) {
    return [{ tone: "off", name: "none", text: "of use here, or they are turned off in the settings" }];
  }
  return servers.map(({ name, state, languages, files = 0, root, message }) => {
    const where = root === undefined || root === folder ? "" : ` in ${shortPath(root, folder)}`;
    const what = files === 0 ? "" : `, ${counted(files, "file")}`;
    return {
      tone: serverTones[state] ?? "busy",
      name: printable(name),
      text: `${state === "idle" ? "starts when it is needed" : state}${what}${where}: ${languages.map((each) => printable(each)).join(", ")}`,
      ...(message !== undefined && { note: printable(message) }),
    };
  });
}

function kernelLine({ notebook, folder: at, name, pid, state }: KernelInfo, folder: string): StatusLine {
  return {
    tone: state === "busy" || state === "starting" ? "busy" : state === "idle" ? "good" : "off",
    name: printable(name ?? "kernel"),
    text: `${state}, ${shortPath(notebook ?? at, folder)}${pid === undefined ? "" : `, process ${pid}`}`,
  };
}

import { findInstance, shellWord } from "@idebridge/headless";
import type { FoundIde } from "@idebridge/sdk";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, realPath } from "@idebridge/sdk/node";
import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

/** Whether Claude Code, started in this folder, finds exactly one IDE. */
export function checkFolder(scene: Scene): Finding[] {
  return [...checkLink(scene), unheardOf(scene) ?? checkMatch(scene)];
}

/** An idebridge that runs for this folder, but not where Claude Code looks: to start another one would not help. */
function unheardOf({ context, cwd, configDir, found, choice }: Scene): Finding | undefined {
  const running = choice.ide ? undefined : findInstance(cwd, context.env);
  if (running === undefined || found.some(({ port }) => port === running.port)) return undefined;
  return {
    check: "announcedElsewhere",
    level: "error",
    what: `idebridge serves ${running.folders.join(", ")} (pid ${running.pid}, port ${running.port}), but its lock file is not in ${configDir}/ide.`,
    why: "It was started with another CLAUDE_CONFIG_DIR or --config-dir than counts here, or somebody has removed the file.",
    todo: `Start it again from this terminal: kill ${running.pid}, then idebridge`,
  };
}

/** The shell remembers the link that led here; Claude Code does not. */
function checkLink({ context, cwd }: Scene): Finding[] {
  const told = context.env.PWD;
  const isLink = told !== undefined && told !== cwd && realPath(told) === cwd;
  if (!isLink && context.cwd === cwd) return [];
  return [
    {
      check: "symlink",
      level: "note",
      what: `${isLink ? told : context.cwd} is a link: the folder is really ${cwd}.`,
      why: "Claude Code goes by the real path. An IDE that announces the path of the link is not found.",
      todo: `If yours is not found, open ${cwd} in it.`,
    },
  ];
}

function checkMatch({ found, choice, cwd }: Scene): Finding {
  const alive = found.filter(({ isAlive }) => isAlive);
  const matching = alive.filter(({ matches }) => matches);
  if (choice.ide) {
    const { name, port } = choice.ide;
    return {
      check: "match",
      level: "ok",
      what: `Claude Code, started here, takes ${name} on port ${port}: ${choice.why}.`,
    };
  }
  if (matching.length > 1) {
    return {
      check: "twoLocks",
      level: "error",
      what: `${matching.length} IDEs have this folder open: ${matching.map(described).join(", ")}.`,
      why: "Claude Code then connects to none by itself.",
      todo: 'Close all but one, or choose with /ide, or start it with: eval "$(idebridge env --ide <port>)"',
    };
  }
  if (matching.length === 1) {
    return {
      check: "match",
      level: "warning",
      what: `Only ${described(matching[0]!)} has this folder open, and its lock file is where Claude Code does not look.`,
      why: "It speaks to other agents.",
      todo: "For Claude Code, start one here: idebridge",
    };
  }
  if (alive.length === 0) {
    return {
      check: "noIde",
      level: "error",
      what: "No IDE runs that Claude Code could connect to.",
      why: "This is why /ide shows nothing.",
      todo: "Start one in this folder: idebridge",
    };
  }
  const miss = nearestMiss(alive, cwd);
  return {
    check: "folderMismatch",
    level: "error",
    what: `No running IDE has ${cwd} open. The nearest is ${described(miss.ide)}: it has ${miss.folder || "no folder"} open.`,
    why: miss.why,
    todo: miss.todo,
  };
}

interface Miss {
  readonly ide: FoundIde;
  readonly folder: string;
  readonly rank: number;
  readonly why: string;
  readonly todo: string;
}

function nearestMiss(alive: readonly FoundIde[], cwd: string): Miss {
  return alive
    .flatMap((ide) => (ide.folders.length > 0 ? ide.folders : [""]).map((folder) => missOf(ide, folder, cwd)))
    .reduce((best, miss) => (miss.rank > best.rank ? miss : best));
}

function missOf(ide: FoundIde, folder: string, cwd: string): Miss {
  const platform = currentPlatform();
  const miss = (rank: number, why: string, todo: string): Miss => ({ ide, folder, rank, why, todo });
  const real = folder === "" ? undefined : realPath(folder);
  if (real !== undefined && isInside(real, cwd, platform)) {
    return miss(
      4e6,
      `That is a link to ${real}, and Claude Code compares real paths.`,
      `Open ${real} in ${ide.name}.`,
    );
  }
  if (folder !== "" && isInside(folder.toLowerCase(), cwd.toLowerCase(), platform)) {
    return miss(
      3e6,
      "Only upper and lower case differ, and Claude Code minds them.",
      `cd ${shellWord(folder)}`,
    );
  }
  if (folder !== "" && isInside(cwd, folder, platform)) {
    return miss(
      2e6 - folder.length,
      "That is inside this folder. Claude Code takes an IDE that has its folder open, or one above.",
      `Start Claude Code there (cd ${shellWord(folder)}), or open ${cwd} in ${ide.name}.`,
    );
  }
  return miss(
    commonLength(folder, cwd),
    "Claude Code takes an IDE by itself only when it has its folder open, or one above.",
    `Open ${cwd} in ${ide.name}, or start an IDE here: idebridge`,
  );
}

/** How many folders two paths have in common. */
function commonLength(one: string, other: string): number {
  const [left, right] = [one.split(/[\\/]/), other.split(/[\\/]/)];
  const end = left.findIndex((part, index) => part !== right[index]);
  return end === -1 ? left.length : end;
}

function described({ name, port }: FoundIde): string {
  return `${name} (port ${port})`;
}

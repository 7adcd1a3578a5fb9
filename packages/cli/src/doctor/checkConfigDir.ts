import { accessSync, constants, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { shellWord } from "@idebridge/headless";
import type { Finding } from "./finding.ts";
import { tighten } from "./fixes.ts";
import type { Scene } from "./scene.ts";

/** The folder that IDEs announce themselves in. */
export function checkConfigDir({ configDir, context }: Scene): Finding[] {
  const check = "configDir";
  const why = "IDEs announce themselves in it, and Claude Code looks for them there.";
  const named = context.env.CLAUDE_CONFIG_DIR
    ? "CLAUDE_CONFIG_DIR names it: the IDE and Claude Code must both have that variable."
    : undefined;
  const stats = look(configDir);
  if (stats === undefined) {
    const above = firstThatExists(dirname(configDir));
    if (!isWritable(above)) {
      return [
        {
          check,
          level: "error",
          what: `${configDir} does not exist, and cannot be made: ${above} is no folder that can be written.`,
          why,
          todo: `Make it one, or name another folder with CLAUDE_CONFIG_DIR, for the IDE and for Claude Code.`,
        },
      ];
    }
    return [
      {
        check,
        level: "note",
        what: `${configDir} does not exist.`,
        why: named ?? "Claude Code has not run here yet, and no IDE has announced itself.",
        todo: "Start an IDE: it makes the folder.",
      },
    ];
  }
  if (typeof stats === "string" || !stats.isDirectory()) {
    const what = typeof stats === "string" ? `cannot be looked at (${stats})` : "is not a folder";
    return [
      {
        check,
        level: "error",
        what: `${configDir} ${what}.`,
        why,
        todo: "Move it away, or name another with CLAUDE_CONFIG_DIR.",
      },
    ];
  }
  if (!isWritable(configDir)) {
    return [
      {
        check,
        level: "error",
        what: `${configDir} cannot be written.`,
        why,
        todo: `Make it yours: chmod u+rwx ${shellWord(configDir)} (perhaps after chown)`,
      },
    ];
  }
  const fine: Finding = {
    check,
    level: "ok",
    what: `${configDir} is there and writable.`,
    ...(named && { why: named }),
  };
  return [fine, ...checkLockFolder(join(configDir, "ide"))];
}

function checkLockFolder(folder: string): Finding[] {
  const check = "lockFolder";
  const stats = look(folder);
  if (stats === undefined) return [];
  if (typeof stats === "string" || !stats.isDirectory() || !isWritable(folder)) {
    return [
      {
        check,
        level: "error",
        what: `${folder} is not a folder that can be read and written.`,
        why: "No IDE can announce itself, and Claude Code cannot look.",
        todo: `Move it away, or: chmod 700 ${shellWord(folder)}`,
      },
    ];
  }
  if (process.platform === "win32" || (stats.mode & 0o077) === 0) return [];
  return [
    {
      check,
      level: "warning",
      what: `${folder} is open to other users (mode ${(stats.mode & 0o777).toString(8)}, should be 700).`,
      why: "They see which projects are open, and perhaps read the tokens.",
      todo: `chmod 700 ${shellWord(folder)}`,
      fix: () => tighten(folder, 0o700),
    },
  ];
}

function firstThatExists(path: string): string {
  const above = dirname(path);
  return above === path || look(path) !== undefined ? path : firstThatExists(above);
}

function look(path: string): Stats | string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOTDIR" ? undefined : String(code);
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

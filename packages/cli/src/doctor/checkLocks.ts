import { readFileSync } from "node:fs";
import { shellWord } from "@idebridge/headless";
import type { FoundIde, Problem } from "@idebridge/sdk";
import { isPortOpen } from "@idebridge/sdk/node";
import type { Finding } from "./finding.ts";
import { removeDeadLock, tighten } from "./fixes.ts";
import type { Scene } from "./scene.ts";

/** Each lock file: is it safe, does its process live, does somebody listen. */
export async function checkLocks({ found }: Scene): Promise<Finding[]> {
  const findings = await Promise.all(found.map(checkLock));
  return findings.flat();
}

async function checkLock(ide: FoundIde): Promise<Finding[]> {
  const findings = await Promise.all(ide.problems.map((problem) => describe(problem, ide)));
  return [...findings.flatMap((finding) => finding ?? []), ...checkOwner(ide)];
}

async function describe(problem: Problem, ide: FoundIde): Promise<Finding | undefined> {
  const { lockFile, port, pid, name } = ide;
  const check = problem.code;
  switch (problem.code) {
    case "folderMismatch":
      // Told once for all, with the nearest miss.
      return undefined;
    case "brokenLock":
      return {
        check,
        level: "warning",
        what: `${lockFile} is broken: ${problem.message}.`,
        why: "Claude Code cannot read it, and deletes such files.",
        todo: `If no IDE is just writing it: rm ${shellWord(lockFile)}`,
      };
    case "deadPid":
      if (await isPortOpen(port)) {
        return {
          check: "foreignPid",
          level: "warning",
          what: `${name} listens on port ${port}, but its process ${pid} cannot be seen from here.`,
          why: "It runs in a container or under another system. Claude Code takes it for dead, and deletes its lock file.",
          todo: "Run Claude Code where the IDE runs, or idebridge here.",
        };
      }
      return {
        check,
        level: "warning",
        what: `${lockFile} was left by ${name}, whose process ${pid} has ended.`,
        why: "The IDE was killed, or crashed. The file is of no use to anybody.",
        todo: "Remove it: idebridge doctor --fix",
        fix: () => removeDeadLock(lockFile),
      };
    case "portClosed":
      return {
        check,
        level: ide.matches ? "error" : "warning",
        what: `Nothing listens on port ${port}, which ${name} has announced; its process ${processName(pid)} lives.`,
        why: "Either the IDE hangs, or it has ended and another program has its number now.",
        todo: `Restart the IDE. If that process is no IDE: rm ${shellWord(lockFile)}`,
      };
    case "unsafeMode":
      return {
        check,
        level: "warning",
        what: `${lockFile}: ${problem.message}.`,
        why: "With the token anybody on this machine can read what the IDE shares, and propose changes.",
        todo: `chmod 600 ${shellWord(lockFile)}`,
        fix: () => tighten(lockFile, 0o600),
      };
    case "foreignOwner":
      return {
        check,
        level: "error",
        what: `${lockFile}: ${problem.message}.`,
        why: "Whoever can write there can send your agent to a program of theirs.",
        todo: `Find out who made it, and remove it: rm ${shellWord(lockFile)}`,
      };
    case "unknownTransport":
      return {
        check,
        level: "warning",
        what: `${name} on port ${port}: ${problem.message}.`,
        why: "Only ws is known here; such a server belongs to an old plugin.",
        todo: "Update the plugin of that IDE.",
      };
    case "noToken":
      return {
        check,
        level: "warning",
        what: `${name} on port ${port} has no token.`,
        why: "Any program and any user of this machine can connect to it.",
        todo: "Update the plugin of that IDE, or use another.",
      };
  }
}

/** A live process of another user: the number was given away again, or the home folder is shared. */
function checkOwner({ pid, name, lockFile, problems }: FoundIde): Finding[] {
  if (pid === undefined || problems.some(({ code }) => code === "deadPid")) return [];
  try {
    process.kill(pid, 0);
    return [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return [];
  }
  return [
    {
      check: "foreignPid",
      level: "warning",
      what: `The process ${pid} of ${name} belongs to another user.`,
      why: "Most likely the IDE has ended and its number was given to another program.",
      todo: `If that is no IDE: rm ${shellWord(lockFile)}`,
    },
  ];
}

function processName(pid: number | undefined): string {
  try {
    return `${pid} (${readFileSync(`/proc/${pid}/comm`, "utf8").trim()})`;
  } catch {
    return String(pid);
  }
}

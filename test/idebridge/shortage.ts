import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PipedProgram } from "./pipedProgram.ts";

/** No room for what idebridge writes, until it ends. */
export interface Shortage extends Disposable {
  begin(program?: PipedProgram): void;
  end(program: PipedProgram): void;
}

export interface KindOfShortage {
  readonly name: string;
  readonly code: string;
  /** For files in this folder. */
  of(folder: string): Shortage;
  /** What stands before a command that is to have no room from its start. */
  readonly under: readonly string[];
}

/** A small disk of its own under a folder. */
export class SmallDisk implements Shortage {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", folder]);
  }

  begin(): void {
    const file = openSync(this.#filler, "w");
    try {
      for (;;) writeSync(file, Buffer.alloc(4096));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    } finally {
      closeSync(file);
    }
  }

  end(): void {
    rmSync(this.#filler);
  }

  /** As when a stick is pulled out. */
  unmount(): void {
    // Lazily: idebridge may have files open there.
    spawnSync("umount", ["-l", this.folder]);
  }

  [Symbol.dispose](): void {
    this.unmount();
  }

  get #filler(): string {
    return join(this.folder, ".fills-the-disk");
  }
}

/** One that can be made read-only, as Linux does with a disk that fails. */
export class ReadOnlyDisk extends SmallDisk {
  override begin(): void {
    execFileSync("mount", ["-o", "remount,ro", this.folder]);
  }

  override end(): void {
    execFileSync("mount", ["-o", "remount,rw", this.folder]);
  }
}

/** Lets a program write nothing into any file. */
class FileLimit implements Shortage {
  begin(program?: PipedProgram): void {
    if (program) limit(program, "0:unlimited");
  }

  end(program: PipedProgram): void {
    limit(program, "unlimited:unlimited");
  }

  [Symbol.dispose](): void {}
}

function limit({ pid }: PipedProgram, fileSize: string): void {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${fileSize}`]);
}

/** Only root may mount, and not in every container. */
export const canMount = (() => {
  const folder = mkdtempSync(join(tmpdir(), "idebridge-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();

/** The real thing where it can be had; what stands in for it anyway, for those who are not root. */
export const shortages: readonly KindOfShortage[] = [
  ...(canMount
    ? [{ name: "the disk is full", code: "ENOSPC", of: (folder: string) => new SmallDisk(folder), under: [] }]
    : []),
  {
    name: "no file may grow",
    code: "EFBIG",
    of: () => new FileLimit(),
    under: ["prlimit", "--fsize=0"],
  },
];

import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, type Figure } from "../measured/figure.ts";

/** What a process holds, all garbage collected. */
export interface Footprint {
  /** Without compiled code. */
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** Open files by kind: sockets, pipes, files… */
  readonly descriptors: Readonly<Record<string, number>>;
  /** Timers, sockets and whatever else keeps the event loop busy, by name. */
  readonly resources: Readonly<Record<string, number>>;
  readonly children: number;
}

const MB = 1024 * 1024;

/** Asks a process that was started with its `env` what it holds. */
export class Probe {
  readonly env: Readonly<Record<string, string>>;
  readonly #file: string;

  /** `folder`: where the answers go. */
  constructor(root: string, folder: string) {
    this.#file = join(folder, "footprint.json");
    this.env = {
      NODE_OPTIONS: `--require=${join(root, "torture", "probe.cjs")}`,
      IDEBRIDGE_PROBE: this.#file,
    };
  }

  async footprint(pid: number): Promise<Footprint> {
    rmSync(this.#file, { force: true });
    process.kill(pid, "SIGUSR2");
    for (let waited = 0; !existsSync(this.#file); waited += 10) {
      if (waited > 60_000) throw new Error(`Process ${pid} does not tell what it holds`);
      await sleep(10);
    }
    const { heapBytes, rssBytes, resources } = JSON.parse(readFileSync(this.#file, "utf8"));
    return {
      heapBytes,
      rssBytes,
      resources: counted(resources),
      descriptors: descriptorsOf(pid),
      children: childrenOf(pid).length,
    };
  }

  /** Once it has held the same, but for memory, for a moment: what is on its way out is gone. */
  async quiet(pid: number): Promise<Footprint> {
    let last = await this.footprint(pid);
    for (let attempt = 0, same = 0; ; attempt++) {
      await sleep(250);
      const now = await this.footprint(pid);
      same = grown(last, now).length + grown(now, last).length === 0 ? same + 1 : 0;
      if (same === 3 || attempt === 60) return now;
      last = now;
    }
  }

  /** Once it holds no more than `before` but memory; after 15 s as it is then. Clients are noticed to be gone a moment later. */
  async settled(pid: number, before: Footprint): Promise<Footprint> {
    for (let attempt = 0; ; attempt++) {
      const now = await this.footprint(pid);
      if (attempt === 60 || grown(before, now).length === 0) return now;
      await sleep(250);
    }
  }
}

/** What there is more of than before, but for memory. */
export function grown(before: Footprint, after: Footprint): readonly string[] {
  const more = (kind: "descriptors" | "resources") =>
    Object.entries(after[kind])
      .filter(([name, count]) => count > (before[kind][name] ?? 0))
      .map(([name, count]) => `${name}: ${before[kind][name] ?? 0} → ${count}`);
  const children =
    after.children > before.children ? [`children: ${before.children} → ${after.children}`] : [];
  return [...more("descriptors"), ...more("resources"), ...children];
}

/** The two lines that tell whether anything has leaked. */
export function leakFigures(name: string, before: Footprint, after: Footprint): readonly Figure[] {
  const more = grown(before, after);
  const percent = (after.heapBytes / before.heapBytes - 1) * 100;
  return [
    {
      name: `${name}: sockets, files, timers and processes left`,
      measured: more.length,
      unit: "kinds",
      aim: atMost(0),
      ...(more.length > 0 && { note: more.join(", ") }),
    },
    {
      name: `${name}: heap after, more than before`,
      measured: percent,
      unit: "%",
      aim: atMost(5),
      note: `${(before.heapBytes / MB).toFixed(2)} MB → ${(after.heapBytes / MB).toFixed(2)} MB`,
    },
  ];
}

/** The processes that it has started and that run, theirs included. */
export function childrenOf(pid: number): readonly number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const stat = statOf(Number(name));
    if (stat === undefined || stat.state === "Z") continue;
    parents.set(stat.parent, [...(parents.get(stat.parent) ?? []), Number(name)]);
  }
  const below = (parent: number): number[] =>
    (parents.get(parent) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
}

function statOf(pid: number): { readonly state: string; readonly parent: number } | undefined {
  try {
    // The name, in brackets, may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: state!, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function descriptorsOf(pid: number): Readonly<Record<string, number>> {
  const folder = `/proc/${pid}/fd`;
  return counted(
    readdirSync(folder).flatMap((name) => {
      try {
        return [/^(\w+):/.exec(readlinkSync(join(folder, name)))?.[1] ?? "file"];
      } catch {
        return [];
      }
    }),
  );
}

function counted(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

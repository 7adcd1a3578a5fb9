import type { Diagnostic, FileDiagnostics } from "@idebridge/sdk";

/** What an agent was told of a file before it changed it. */
interface Baseline {
  /** `undefined` until it was told. */
  told: readonly Diagnostic[] | undefined;
  /** What was there too, but was found only when the agent had its answer. */
  late: readonly Diagnostic[];
}

/**
 * Agents take for new what they were not told before they changed a file. A server that was still starting then would
 * have its old problems told as new: they are left out of later answers to that agent.
 */
export class Baselines {
  readonly #ofClients = new Map<number, Map<string, Baseline>>();

  /** An agent asks for a file that it is about to change. */
  begin(client: number, path: string): BaselineAnswer {
    const files = this.#ofClients.get(client) ?? new Map<string, Baseline>();
    this.#ofClients.set(client, files);
    const baseline: Baseline = { told: undefined, late: [] };
    files.set(path, baseline);
    return {
      told(known) {
        baseline.told ??= known;
      },
      found(known) {
        baseline.told ??= known;
        baseline.late = without(known, baseline.told);
      },
    };
  }

  /** All problems, less those that this agent would wrongly take for new. */
  apply(client: number, files: readonly FileDiagnostics[]): readonly FileDiagnostics[] {
    const baselines = this.#ofClients.get(client);
    if (baselines === undefined) return files;
    return files
      .map((file) => ({
        ...file,
        diagnostics: without(file.diagnostics, baselines.get(file.path)?.late ?? []),
      }))
      .filter(({ diagnostics }) => diagnostics.length > 0);
  }

  forget(client: number): void {
    this.#ofClients.delete(client);
  }
}

export interface BaselineAnswer {
  /** The agent has been answered with this. */
  told(known: readonly Diagnostic[]): void;
  /** This is what really was there. */
  found(known: readonly Diagnostic[]): void;
}

/** Wherever they are now: an edit above moves them. */
function keyOf({ message, severity, source, code }: Diagnostic): string {
  return JSON.stringify([message, severity, source, code]);
}

function without(all: readonly Diagnostic[], these: readonly Diagnostic[]): readonly Diagnostic[] {
  const counts = new Map<string, number>();
  for (const each of these) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return all.filter((each) => {
    const count = counts.get(keyOf(each)) ?? 0;
    counts.set(keyOf(each), count - 1);
    return count <= 0;
  });
}

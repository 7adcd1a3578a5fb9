import type { Figure } from "./figure.ts";
import type { Plot } from "./plot.ts";

/** What one part of a suite found out. */
export interface Measurement {
  readonly figures: readonly Figure[];
  readonly plots?: readonly Plot[];
}

/** A measurement, and where and when it was made: what is kept in `docs/measured`. */
export interface MeasuredPart extends Measurement {
  readonly date: string;
  readonly seconds: number;
  readonly machine: Machine;
  /** Of the programs that took part: Node, the peers, the language servers. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
}

import { type Aim, atLeast, type Figure } from "../measured/figure.ts";
import type { Bars } from "../measured/plot.ts";
import { median } from "../measured/statistics.ts";
import { ours, peers } from "./competitors.ts";

/** What each competitor came to in each round, in which all took turns. */
export type Rounds = ReadonlyMap<string, readonly number[]>;

export interface Contest {
  readonly what: string;
  readonly unit: string;
  readonly better: "higher" | "lower";
  readonly rounds: Rounds;
  /** Whose value of the same round every value is divided by. */
  readonly relativeTo?: string;
  /** Of ours, beside being ahead of every peer. */
  readonly aim?: Aim | undefined;
  readonly note?: (competitor: string) => string;
}

/** Ours, how far it is ahead of the best peer, and then everybody else. */
export function figuresOf(contest: Contest): readonly Figure[] {
  const { what, unit, aim, note, rounds } = contest;
  const values = valuesOf(contest);
  const figure = (name: string, label: string): Figure => ({
    name: label,
    measured: values.get(name)!,
    unit,
    ...(note && { note: note(name) }),
  });
  const { lead, rival } = leadOf(contest);
  return [
    { ...figure(ours.name, what), ...(aim && { aim }) },
    {
      name: `  ${what}, of the best peer`,
      measured: lead,
      unit: "×",
      aim: atLeast(1),
      note: `as good as ${rival}`,
    },
    ...[...rounds.keys()].filter((name) => name !== ours.name).map((name) => figure(name, `  ${name}`)),
  ];
}

/** The same as a group of bars. */
export function barsOf(
  contest: Contest,
  names: Iterable<string> = contest.rounds.keys(),
): Bars["groups"][number] {
  const values = valuesOf(contest);
  const bars = [...names].map((name) => ({
    label: name,
    value: values.get(name)!,
    isOurs: name === ours.name,
  }));
  return { label: contest.what.charAt(0).toUpperCase() + contest.what.slice(1), bars };
}

/** The median of each. */
export function valuesOf({ rounds, relativeTo }: Contest): ReadonlyMap<string, number> {
  const base = relativeTo === undefined ? undefined : rounds.get(relativeTo)!;
  return new Map(
    [...rounds].map(([name, values]) => [
      name,
      median(base === undefined ? values : values.map((value, round) => value / base[round]!)),
    ]),
  );
}

/** How many times as good as the best of the peers we are: above 1 is ahead, whichever way is better. */
function leadOf({ rounds, better }: Contest): { readonly lead: number; readonly rival: string } {
  const own = rounds.get(ours.name)!;
  const leads = peers.map(({ name }) => {
    const theirs = rounds.get(name)!;
    const ratio = (mine: number, round: number) =>
      better === "higher" ? mine / theirs[round]! : theirs[round]! / mine;
    return { lead: median(own.map(ratio)), rival: name };
  });
  return leads.reduce((least, each) => (each.lead < least.lead ? each : least));
}

import { type DialectName, dialects } from "@idebridge/sdk/core";
import { attackTheDoor, attackWithMessages } from "../../test/fuzz/attacks.ts";
import type { FuzzTarget } from "./fuzzTarget.ts";
import { Victim } from "./victim.ts";

const attackers = 4;

/** Hostile clients and strangers at the door of the real command, in each dialect. */
export const connections: FuzzTarget = {
  name: "connections to idebridge, five dialects",
  cases: 10_000,
  casesInTests: 500,
  async run({ random, cases, failed }) {
    const names = Object.keys(dialects) as DialectName[];
    for (const dialect of names) {
      await using victim = await Victim.start({
        args: ["--dialect", dialect],
        settings: { notebooks: { enabled: false } },
      });
      const { port, token } = victim.instance;
      const target = { port, token, workspace: victim.project.folder };
      let left = cases / names.length;
      const enough = () => left-- <= 0 || victim.program.hasEnded;
      await Promise.all([
        ...Array.from({ length: attackers }, () => attackWithMessages(target, random.fork(), enough)),
        (async () => {
          const own = random.fork();
          while (left > 0 && !victim.program.hasEnded) await attackTheDoor(target, own);
        })(),
      ]);
      const complaint = await victim.complaint();
      if (complaint !== undefined) failed(`${dialect}: ${complaint}`);
    }
  },
};

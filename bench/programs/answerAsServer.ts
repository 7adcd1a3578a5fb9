import { writeSync } from "node:fs";
import { answerCommands } from "./answerCommands.ts";

export interface Address {
  readonly port: number;
  readonly token?: string;
}

/** What every server does with the text of a call: gives it back, now or when the benchmark says so. */
export type Echo = <Value>(value: Value) => Value | Promise<Value>;

/** One of the servers that are compared. Started by itself, it says when it listens. */
export function answerAsServer(listen: (echo: Echo) => Promise<Address>): void {
  let isHolding = false;
  const held: (() => void)[] = [];
  const echo: Echo = (value) =>
    isHolding ? new Promise((resolve) => held.push(() => resolve(value))) : value;

  if (process.send === undefined) {
    listen(echo).then(() => writeSync(1, "ready\n"));
    return;
  }
  answerCommands({
    listen: () => listen(echo),
    hold() {
      isHolding = true;
    },
    heldCalls: () => held.length,
    release() {
      isHolding = false;
      for (const answer of held.splice(0)) answer();
    },
    /** The bytes that are alive after a collection, on the heap and beside it. */
    async weigh() {
      // What ends in a callback of a collected object is free only after the next round.
      for (let round = 0; round < 3; round++) {
        global.gc!();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
  });
}

/**
 * `node --import movableClock.mjs`: the wall clock of a process is set by a file that holds milliseconds to add, which is read
 * at the start and at SIGUSR2. Time that only passes (timers, `performance`) goes on as it does when somebody sets a clock.
 */
import { readFileSync } from "node:fs";

const file = process.env.TORTURE_CLOCK;
let offset = 0;
const read = () => {
  offset = Number(readFileSync(file, "utf8"));
};
const RealDate = Date;

class MovedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

globalThis.Date = MovedDate;
read();
process.on("SIGUSR2", read);

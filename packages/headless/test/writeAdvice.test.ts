import { expect, test } from "vitest";
import { writeAdvice } from "../src/writeAdvice.ts";

const failed = (code: string) => Object.assign(new Error("failed"), { code });

test("what to do is what would help", () => {
  expect(["ENOSPC", "EDQUOT", "EMFILE", "EROFS"].map((code) => writeAdvice("/state", failed(code)))).toEqual([
    "The disk of /state is full (ENOSPC): free some space, or name another place with XDG_STATE_HOME.",
    "Your quota is used up on the disk of /state (EDQUOT): delete something, or name another place with XDG_STATE_HOME.",
    "/state cannot be written, as too many files are open (EMFILE): allow for more with ulimit -n, or end programs that have many open.",
    "/state cannot be written (EROFS): make it writable, or name another place with XDG_STATE_HOME.",
  ]);
  expect(writeAdvice("/tmp", failed("ENOSPC"), "TMPDIR")).toBe(
    "The disk of /tmp is full (ENOSPC): free some space, or name another place with TMPDIR.",
  );
});

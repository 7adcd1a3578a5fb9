#!/usr/bin/env node
import { processContext } from "./context.ts";
import { exitCodes } from "./exitCodes.ts";
import { main, report } from "./main.ts";

/** Whatever comes last is told when it listens to signals no more. */
let isServer = false;

function guard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on("error", (error: NodeJS.ErrnoException) => {
    // The terminal was closed: the signal that tells so is on its way, or was here already.
    if (error.code === "EIO") return;
    isServer ||= process.listenerCount("SIGHUP") > 0;
    if (error.code === "EPIPE") {
      // Whoever reads the output has seen enough, as in `idebridge watch | head`. A server still has to clean up.
      if (isServer) process.emit("SIGHUP", "SIGHUP");
      else process.exit(exitCodes.ok);
    }
    // A server whose log is on a full disk goes on: the next line may fit again.
    if (isServer) return;
    if (stream !== process.stderr)
      process.stderr.write(`idebridge: The output cannot be written (${error.code})\n`);
    process.exit(exitCodes.failed);
  });
}

const context = processContext(guard);

let hasCrashed = false;
process.on("uncaughtException", (error) => {
  report(error, context);
  // One that comes while it cleans up after another ends it at once.
  if (hasCrashed || process.listenerCount("SIGTERM") === 0) process.exit(exitCodes.failed);
  hasCrashed = true;
  setTimeout(() => process.exit(exitCodes.failed), 5_000).unref();
  process.emit("SIGTERM", "SIGTERM");
});

main(process.argv.slice(2), context).then(async (code) => {
  process.exitCode = hasCrashed ? exitCodes.failed : code;
  // Node aborts when it cannot put a terminal back that is gone: end by the signal instead, which shells call 129 too.
  if (context.isTTY && !(await import("node:tty")).isatty(0)) process.kill(process.pid, "SIGHUP");
});

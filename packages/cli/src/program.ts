#!/usr/bin/env node
import { processContext } from "./context.ts";
import { main } from "./main.ts";

function guard(stream: NodeJS.WriteStream): NodeJS.WriteStream {
  return stream.on("error", (error: NodeJS.ErrnoException) => {
    // The terminal was closed: the signal that tells so is on its way, or was here already.
    if (error.code === "EIO") return;
    if (error.code !== "EPIPE") throw error;
    // Whoever reads the output has seen enough, as in `idebridge watch | head`. A server still has to clean up.
    if (process.listenerCount("SIGHUP") > 0) process.emit("SIGHUP", "SIGHUP");
    else process.exit(0);
  });
}

const context = processContext(guard);
main(process.argv.slice(2), context).then(async (code) => {
  process.exitCode = code;
  // Node aborts when it cannot put a terminal back that is gone: end by the signal instead, which shells call 129 too.
  if (context.isTTY && !(await import("node:tty")).isatty(0)) process.kill(process.pid, "SIGHUP");
});

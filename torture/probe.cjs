/**
 * Is loaded into a process under test, by NODE_OPTIONS. At SIGUSR2 it writes down what the process holds when all garbage
 * is collected.
 */
const { renameSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

const file = process.env.IDEBRIDGE_PROBE;
// Not for the programs that it starts.
delete process.env.NODE_OPTIONS;
delete process.env.IDEBRIDGE_PROBE;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

process.on("SIGUSR2", async () => {
  // What is finalized in one round is collected in the next.
  for (let round = 0; round < 4; round++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  writeFileSync(`${file}.tmp`, JSON.stringify({ heapBytes: heapUsed + external, rssBytes: rss, resources }));
  renameSync(`${file}.tmp`, file);
});

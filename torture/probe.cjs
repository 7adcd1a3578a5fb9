/**
 * Is loaded into a process under test, by NODE_OPTIONS. At SIGUSR2 it writes down what the process holds when all garbage
 * is collected.
 */
const { renameSync, writeFileSync } = require("node:fs");
const { getHeapSpaceStatistics, setFlagsFromString } = require("node:v8");
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
  // Compiled code comes and goes as V8 likes, for as long as a process runs: it tells nothing about leaks.
  const code = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith("code_"));
  const codeBytes = code.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
  const heapBytes = heapUsed - codeBytes + external;
  const resources = process.getActiveResourcesInfo();
  writeFileSync(`${file}.tmp`, JSON.stringify({ heapBytes, rssBytes: rss, resources }));
  renameSync(`${file}.tmp`, file);
});

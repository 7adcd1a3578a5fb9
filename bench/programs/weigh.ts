/** Loaded into a program that knows nothing of it (`node --expose-gc --require`): tells the benchmark what it costs. */
const answers: Readonly<Record<string, () => Promise<number>>> = {
  /** Megabytes that the process holds, garbage left out. */
  async memory() {
    global.gc?.();
    // What the first round has set free is freed by the second.
    await new Promise(setImmediate);
    global.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return (heapUsed + external) / 2 ** 20;
  },
  /** Milliseconds of processor time so far. */
  async processor() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

process.on("message", async (what: string) => process.send?.(await answers[what]!()));
process.channel?.unref();

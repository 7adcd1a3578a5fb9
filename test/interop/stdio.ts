import { createInterface } from "node:readline";

/** The other side of `Program`: how a small program reports and takes orders. */
export function report(event: string, facts: object = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
}

export function onOrder(handle: (order: Record<string, unknown>) => void): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => handle(JSON.parse(line)));
  // The test is gone: nobody would end this program.
  lines.on("close", () => process.exit());
}

export function programArguments(): Record<string, unknown> {
  return JSON.parse(process.argv[2] ?? "{}");
}

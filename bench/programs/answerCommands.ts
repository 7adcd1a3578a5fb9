/** Lets the benchmark ask this process to do things; ends when the benchmark does. */
export function answerCommands(commands: Readonly<Record<string, (input: never) => unknown>>): void {
  process.on("message", async ({ command, input }: { command: string; input: never }) => {
    try {
      process.send!({ answer: await commands[command]!(input) });
    } catch (error) {
      process.send!({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}

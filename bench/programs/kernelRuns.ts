import { startHeadless } from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { answerCommands } from "./answerCommands.ts";

/** Code through all of it: an agent, the protocol, the headless IDE, a real kernel. */
answerCommands({
  async run({ rounds }: { rounds: number }) {
    const env = { ...process.env };
    const ide = await startHeadless({ folders: [process.cwd()], version: "1", env });
    const agent = await connect({ cwd: process.cwd(), env });
    try {
      const execute = async () => {
        const start = performance.now();
        await agent.executeCode("1+1");
        return performance.now() - start;
      };
      const start = await execute();
      const trips: number[] = [];
      for (let round = 0; round < rounds; round++) trips.push(await execute());
      return { start, trips };
    } finally {
      agent.close();
      await ide.close();
    }
  },
});

import { join } from "node:path";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";
import { Victim } from "./victim.ts";
import { Wire } from "./wire.ts";

const casesForEach = 20;
const methods = [
  "code/diagnostics",
  "code/hover",
  "code/definition",
  "code/references",
  "code/documentSymbols",
  "code/workspaceSymbols",
  "code/actions",
  "code/rename",
  "code/applyAction",
  "documents/format",
  "diagnostics/list",
  "status",
];

/** Language servers that answer nonsense, die, or say nothing: every question has an end, and the sound ones go on. */
export const languageServers: FuzzTarget = {
  name: "language server messages",
  cases: 160,
  casesInTests: 40,
  async run(fuzzing) {
    const { random, cases, root, failed } = fuzzing;
    const program = join(root, "torture", "fuzz", "hostileLanguageServer.mjs");
    const count = Math.ceil(cases / casesForEach);
    const names = Array.from({ length: count }, (_, index) => `h${index}`);
    const servers = Object.fromEntries(
      names.map((name) => [
        name,
        { command: [process.execPath, program, String(random.below(2 ** 31))], files: [`*.${name}`] },
      ]),
    );
    const files = Object.fromEntries(names.map((name) => [`f.${name}`, "one two\nthree\n"]));
    await using victim = await Victim.start({
      files,
      settings: { notebooks: { enabled: false }, languageServers: { servers } },
    });
    const wire = await Wire.open(victim.frontEnds);
    // Claude Code, who waits no longer than half a second before each change.
    const clientInfo = { name: "claude-code", version: "2.1.0" };
    const agent = await victim.project.agent({ reconnect: false, clientInfo });
    let id = 0;
    const ask = async (method: string, params: object) => {
      const request = { jsonrpc: "2.0", id: ++id, method, params };
      await attempt(
        fuzzing,
        () => `${method} ${JSON.stringify(params)}`,
        async () => {
          const answered = wire.ask(id, JSON.stringify(request));
          // As somebody does who has waited long enough: that must end it, whatever the server does.
          const giveUp = setTimeout(() => wire.cancel(request.id), 400);
          const answer = await answered.finally(() => clearTimeout(giveUp));
          if (answer === undefined) throw new Error("hung up at");
          if (answer.error !== undefined && isRaw(answer.error.message))
            throw new Error(`answered with ${answer.error.message} to`);
        },
      );
    };
    // Several at a time, as one that says nothing takes its time.
    const waiting = [...names];
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let name = waiting.pop(); name !== undefined && !victim.program.hasEnded; name = waiting.pop()) {
          const path = victim.project.path(`f.${name}`);
          for (let turn = 0; turn < casesForEach - 1; turn++) {
            const method = random.pick(methods);
            const title = random.pick(["text", ""]);
            await ask(method, { path, line: random.below(3), newName: "named", title, query: "t" });
          }
          await attempt(
            fuzzing,
            () => `the agent asks for ${path}`,
            async () => void (await agent.diagnostics(path, { milliseconds: 10_000 })),
          );
        }
      }),
    );
    wire.close();
    agent.close();
    const complaint = await victim.complaint();
    if (complaint !== undefined) failed(complaint);
  },
};

/** An error of the language, not of ours: it says nothing to a user. */
function isRaw(message: string): boolean {
  if (/it speaks no JSON-RPC/.test(message)) return false;
  return /Cannot (read|destructure|set|convert)|is not (a function|iterable)|Invalid array length|Maximum call stack/.test(
    message,
  );
}

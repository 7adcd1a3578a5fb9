import { type Call, type Decision, type DialectName, dialects, type Proposal, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";

/** What is left in the server's process, for the one who attacked it. */
export interface ServerReport {
  readonly clients: number;
  readonly openReviews: number;
  readonly received: number;
  readonly resources: readonly string[];
  readonly heapBytes: number;
  readonly warnings: readonly string[];
  readonly isPolluted: boolean;
}

/** Decides at once for the polite client, and never for the others. */
class FuzzEditor extends FakeEditor {
  override async review(proposal: Proposal, call: Call): Promise<Decision> {
    const decided = super.review(proposal, call);
    const review = this.reviews.at(-1)!;
    if (call.client.name === "polite") review.accept(`${proposal.contents}, seen`);
    try {
      return await decided;
    } finally {
      this.reviews.splice(this.reviews.indexOf(review), 1);
    }
  }
}

const [dialect, workspace] = process.argv.slice(2) as [DialectName, string];
const warnings: string[] = [];
process.on("warning", ({ name, message }) => warnings.push(`${name}: ${message}`));

let received = 0;
const editor = new FuzzEditor({
  folders: [workspace],
  files: { [`${workspace}/a.ts`]: "const a = 1;\nconst b = 2;", [`${workspace}/b.md`]: "# b" },
});
const start = { line: 0, character: 0 };
editor.setDiagnostics(`${workspace}/a.ts`, [
  { message: "known", severity: "error", range: { start, end: start } },
]);
const server = await serve(editor, {
  dialect: dialects[dialect],
  configDir: workspace,
  env: {},
  limits: { messageBytes: 1024 * 1024, bufferedBytes: 1024 * 1024 },
  logger: {
    debug(what) {
      if (what === "received") received++;
    },
  },
});
// Selections and problems change all the while, as they do when somebody works.
let working: NodeJS.Timeout | undefined;
function work(): void {
  working = setInterval(() => {
    editor.select(`${workspace}/a.ts`, { start, end: { line: 0, character: received % 10 } }, "const");
    editor.emit({ type: "diagnostics", files: [{ path: `${workspace}/a.ts`, diagnostics: [] }] });
  }, 10);
}

process.on("message", async (asked) => {
  if (asked === "report") return process.send!(report());
  if (asked === "work") return work();
  clearInterval(working);
  if (asked === "rest") return;
  await server.close();
  process.disconnect();
});
process.send!({ port: server.port, token: server.token });

function report(): ServerReport {
  gc!();
  gc!();
  return {
    clients: server.clients.length,
    openReviews: editor.reviews.filter((review) => !review.isClosed).length,
    received,
    resources: process.getActiveResourcesInfo().sort(),
    heapBytes: process.memoryUsage().heapUsed + process.memoryUsage().external,
    warnings,
    isPolluted: "polluted" in {},
  };
}

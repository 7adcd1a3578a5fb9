/**
 * An editor in memory for the folders named on the command line: the smallest thing that Claude Code
 * can be joined to. Proposed changes are shown and answered here, with y or n.
 */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { IdeBridgeError, type Proposal, serve } from "@idebridge/sdk";
import { FakeEditor, type FakeReview } from "@idebridge/sdk/testing";

/** The fake editor, on the real files. */
class FolderEditor extends FakeEditor {
  override openFile(request: Parameters<FakeEditor["openFile"]>[0]) {
    const { path } = request;
    if (existsSync(path) && statSync(path).isFile()) this.files.set(path, readFileSync(path, "utf8"));
    return super.openFile(request);
  }
}

async function main(args: readonly string[]): Promise<void> {
  const folders = args.map((folder) => resolve(folder));
  for (const folder of folders) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) fail(`${folder} is not a folder.`);
  }
  const editor = new FolderEditor({
    name: "idebridge",
    folders: folders.map((folder) => realpathSync(folder)),
  });
  const server = await serve(editor).catch((error: unknown) => {
    if (error instanceof IdeBridgeError) fail(error.message);
    throw error;
  });

  console.log(`Serving ${folders.join(", ")} on port ${server.port}.`);
  console.log("In another terminal, in that folder: claude --ide");
  for (const other of await server.conflicts()) {
    console.log(
      `Attention: ${other.name} (port ${other.port}) has it open too. Claude Code will ask which one (/ide).`,
    );
  }
  server.subscribe((event) => {
    if (event.type === "clientReady")
      console.log(`${event.client.name} ${event.client.version} has connected.`);
    if (event.type === "clientDisconnected") console.log(`${event.client.name} has left.`);
    if (event.type === "toolCalled") console.log(`  ${event.client.name} calls ${event.tool}`);
    if (event.type === "refused") console.log(`Refused a connection: ${event.reason}.`);
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await server.close();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());

  if (!process.stdin.isTTY)
    return console.log("No terminal to answer in: decide about changes in Claude Code.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.on("SIGINT", () => void stop()).on("close", () => void stop());
  for (;;) await decide(await editor.nextReview(), (question) => terminal.question(question));
}

async function decide(review: FakeReview, ask: (question: string) => Promise<string>): Promise<void> {
  show(review.proposal);
  const answer = await ask("Accept this change? [y/n] ");
  if (review.isClosed) console.log("Too late: it was answered elsewhere.");
  else if (/^y(es)?$/i.test(answer.trim())) review.accept();
  else review.reject();
}

function show({ path, oldPath, contents }: Proposal): void {
  const before = existsSync(oldPath) ? readFileSync(oldPath, "utf8").split("\n") : [];
  const after = contents.split("\n");
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  console.log(`\n${basename(path)}, from line ${head + 1}:`);
  for (const line of before.slice(head, before.length - tail)) console.log(`- ${line}`);
  for (const line of after.slice(head, after.length - tail)) console.log(`+ ${line}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

await main(process.argv.slice(2));

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { connect, discover, IdeBridgeError } from "@idebridge/sdk";

const [file, from, to] = process.argv.slice(2);
if (file === undefined || from === undefined || to === undefined) {
  console.error("Usage: main.ts <file> <text> <replacement>");
  process.exit(2);
}
const path = resolve(file);

for (const { name, port, isAlive, problems } of await discover()) {
  const wrong = problems.map(({ message }) => message).join("; ");
  console.log(`found ${name} on port ${port}: ${isAlive && wrong === "" ? "fine" : wrong}`);
}

const ide = await connect({ clientInfo: { name: "replacer", version: "1.0.0" } }).catch(giveUp);
console.log(`connected to ${ide.serverInfo.name}`);
try {
  // An IDE need not have every tool: ask before you call.
  if (ide.supports("activeSelection")) {
    const selection = await ide.activeSelection();
    console.log(selection ? `selected in ${selection.path}: ${selection.text}` : "nothing selected");
  }
  if (ide.supports("diagnostics")) {
    for (const { diagnostics } of await ide.diagnostics(path)) {
      for (const { severity, range, message } of diagnostics) {
        console.log(`${severity} in line ${range.start.line + 1}: ${message}`);
      }
    }
  }

  const before = await readFile(path, "utf8");
  const review = await ide.openDiff({
    path,
    contents: before.replaceAll(from, to),
    title: `Replace ${from}`,
  });
  switch (review.outcome) {
    case "accepted":
      // The IDE has not written anything. What it answered is the file, perhaps not what we proposed.
      await writeFile(path, review.contents);
      console.log(review.edited ? "accepted with changes of the user" : "accepted");
      break;
    case "rejected":
      console.log("rejected");
      break;
    case "undecided":
      console.log(`nobody decided (${review.answer}): the file stays as it is`);
  }
} catch (error) {
  // The IDE may be closed at any moment, in the middle of a review too: no answer is no permission.
  giveUp(error);
} finally {
  ide.close();
}

function giveUp(error: unknown): never {
  if (!(error instanceof IdeBridgeError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exit(1);
}

import { type ChildProcess, spawn } from "node:child_process";

const program = `
  const { renameSync, symlinkSync, writeFileSync } = require("node:fs");
  const [path, text, target] = process.argv.slice(1);
  const end = Date.now() + 1500;
  process.stdout.write("ready");
  while (Date.now() < end) {
    writeFileSync(path + ".new", text);
    renameSync(path + ".new", path);
    symlinkSync(target, path + ".link");
    renameSync(path + ".link", path);
  }`;

/** Another process, which for a moment makes of a path a file with that text and a link, again and again. */
export async function startSwapper(path: string, text: string, target: string): Promise<ChildProcess> {
  const swapper = spawn(process.execPath, ["-e", program, path, text, target], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => swapper.stdout.once("data", resolve));
  return swapper;
}

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Editor, serve } from "@idebridge/sdk";

const folder = resolve(process.argv[2] ?? ".");
const manifest = join(folder, "package.json");

/** All that an editor must have is a name and its folders; the diagnostics are a first useful thing. */
const editor: Editor = {
  name: "Smallest",
  workspaceFolders: () => [folder],
  diagnostics(path) {
    if (path !== undefined && path !== manifest) return [];
    const problem = problemIn(manifest);
    const start = { line: 0, character: 0 };
    const range = { start, end: start };
    return [{ path: manifest, diagnostics: problem ? [{ message: problem, severity: "error", range }] : [] }];
  },
};

const server = await serve(editor);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => server.close());
console.log(`Serving ${folder} on port ${server.port}. Run there: claude --ide`);

function problemIn(file: string): string | undefined {
  try {
    JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return String(error);
  }
}

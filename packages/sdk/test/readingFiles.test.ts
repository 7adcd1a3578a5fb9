import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect, dialects, serve } from "@idebridge/sdk";
import { expect, it } from "vitest";
import { startSwapper } from "./swapper.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** An editor that leaves reading to the server, and an agent that may ask for files. */
async function vault() {
  const place = temporaryFolder();
  const folder = join(place.path, "vault");
  mkdirSync(folder);
  writeFileSync(join(place.path, "secret"), "secret");
  const options = { configDir: place.path, env: {}, cwd: folder };
  const editor = { name: "Vault", workspaceFolders: () => [folder] };
  const server = await serve(editor, { ...options, dialect: dialects.obsidian });
  const agent = await connect(options);
  return {
    folder,
    secret: join(place.path, "secret"),
    path: (name: string) => join(folder, name),
    /** The text, or what is said instead. */
    read: (name: string) =>
      agent.readFile(join(folder, name)).catch((error: Error) => `no: ${error.message}`),
    async [Symbol.asyncDispose]() {
      agent.close();
      await server.close();
      place[Symbol.dispose]();
    },
  };
}

it("an agent reads files, through links as well, but nothing outside and nothing that is denied", async () => {
  await using test = await vault();
  writeFileSync(test.path("a.md"), "text");
  writeFileSync(test.path(".env"), "KEY=1");
  symlinkSync("a.md", test.path("inside.md"));
  symlinkSync(test.secret, test.path("outside.md"));
  symlinkSync(".env", test.path("denied.md"));
  const names = ["a.md", "inside.md", "outside.md", "denied.md", "none.md", "../secret", "a\0.md"];
  expect(await Promise.all(names.map(test.read))).toEqual([
    "text",
    "text",
    expect.stringContaining("is not in a folder that is open"),
    expect.stringContaining("is not shared"),
    expect.stringContaining("File not found"),
    expect.stringMatching(/^no: /),
    expect.stringMatching(/^no: /),
  ]);
});

it("a pipe in the folder holds nobody up", async () => {
  await using test = await vault();
  for (const name of ["1", "2", "3", "4", "5"]) spawnSync("mkfifo", [test.path(name)]);
  const answers = await Promise.all(["1", "2", "3", "4", "5"].map(test.read));
  expect(answers.filter((answer) => !answer.includes("File not found"))).toEqual([]);
  writeFileSync(test.path("a.md"), "text");
  expect(await test.read("a.md")).toBe("text");
});

it("a file that is swapped for a link, and back, gives its own text or none", async () => {
  await using test = await vault();
  const swapper = await startSwapper(test.path("a.md"), "own", test.secret);
  const seen = new Set<string>();
  while (swapper.exitCode === null) {
    for (const answer of await Promise.all(Array.from({ length: 50 }, () => test.read("a.md"))))
      seen.add(answer);
  }
  expect(seen).not.toContain("secret");
  expect(seen).toContain("own");
});

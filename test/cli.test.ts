import { spawn, spawnSync } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { Place } from "./exampleProgram.ts";

/** The command as `npm run build` leaves it, and as npm links it. */
const repository = fileURLToPath(new URL("..", import.meta.url));
const bin = join(repository, "packages/cli/bin/idebridge.cjs");
const dist = join(repository, "packages/cli/dist");

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function idebridge(place: Place, ...args: string[]): Promise<Outcome> {
  return run(process.execPath, [bin, ...args], place);
}

function run(program: string, args: readonly string[], place: Place): Promise<Outcome> {
  const env = { ...place.env, PATH: process.env.PATH };
  const child = spawn(program, args, { cwd: place.folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out, err })));
}

function serveIn(place: Place) {
  const editor = new FakeEditor({ folders: [place.folder], files: { [place.path("a.ts")]: "one\n" } });
  return serve(editor, place.options).then((server) => ({ editor, server }));
}

describe("the bundle", () => {
  it("needs nothing but Node", async () => {
    const files = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".cjs"));
    const required = await Promise.all(
      files.map(async (name) => [
        // Not in strings: a validator can write code that requires it, and does so only when it is asked to.
        ...(await readFile(join(dist, name), "utf8")).matchAll(
          /(?<!['"`])\b(?:require|import)\("([^"]+)"\)/g,
        ),
      ]),
    );
    const foreign = required
      .flat()
      .map((match) => match[1]!)
      .filter((name) => !name.startsWith(".") && !isBuiltin(name));
    expect([files.length > 10, [...new Set(foreign)]]).toEqual([true, []]);
  });

  it("is read as ASCII, so it is ASCII", async () => {
    const [name] = (await readdir(dist)).filter((each) => each.startsWith("program-"));
    const bytes = await readFile(join(dist, name!));
    expect(bytes.findIndex((byte) => byte > 127)).toBe(-1);
  });

  it("has every command, and ends with the documented codes", async () => {
    await using place = await Place.create({});
    const help = await idebridge(place, "--help");
    const names = [...help.out.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map((match) => match[1]!);
    const helps = await Promise.all(names.map((name) => idebridge(place, name, "--help")));
    expect({
      count: names.length > 12,
      failed: helps.filter(({ code, err }) => code !== 0 || err !== ""),
    }).toEqual({
      count: true,
      failed: [],
    });
    expect([
      (await idebridge(place, "lst")).code,
      (await idebridge(place, "list")).code,
      (await idebridge(place, "doctor", "--json")).code,
      (await idebridge(place, "changes")).code,
      (await idebridge(place, "settings")).code,
    ]).toEqual([2, 3, 1, 3, 0]);
  });

  it("talks to an IDE", async () => {
    await using place = await Place.create({});
    const { server } = await serveIn(place);
    await using _ = server;
    expect([
      await idebridge(place, "call", "executeCode", '{"code":"1+1"}'),
      JSON.parse((await idebridge(place, "list", "--json")).out),
    ]).toMatchObject([{ code: 0, out: "1+1\n", err: "" }, { takes: server.port }]);
  });

  it("is linked by npm, and says so when it is not built", async () => {
    await using place = await Place.create({});
    const linked = await run(join(repository, "node_modules", ".bin", "idebridge"), ["--version"], place);
    await mkdir(place.path("bin"));
    await copyFile(bin, place.path("bin/idebridge.cjs"));
    expect([linked, await run(process.execPath, [place.path("bin/idebridge.cjs")], place)]).toEqual([
      { code: 0, out: expect.stringMatching(/^idebridge \d/), err: "" },
      { code: 1, out: "", err: "idebridge is not built yet. Run first: npm run build\n" },
    ]);
  });
});

it("ends quietly when nobody reads on", async () => {
  await using place = await Place.create({});
  const { editor, server } = await serveIn(place);
  await using _ = server;
  const child = spawn(process.execPath, [bin, "watch", "--json"], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (text) => {
    err += text;
  });
  const ended = new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal })));
  const ticking = setInterval(() => editor.select(place.path("a.ts"), undefined, String(Math.random())), 20);
  try {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    child.stdout.destroy();
    expect([await ended, err]).toEqual([{ code: 0, signal: null }, ""]);
  } finally {
    clearInterval(ticking);
    child.kill();
  }
});

// Only root can be somebody whom nobody knows.
it.runIf(process.getuid?.() === 0)("a user without a home is told to name one", async () => {
  const stranger = ["--reuid=54321", "--regid=54321", "--clear-groups", process.execPath, bin];
  for (const command of ["serve", "list", "doctor"]) {
    const env = { PATH: process.env.PATH };
    const { status, stderr } = spawnSync("setpriv", [...stranger, command], {
      env,
      cwd: "/",
      encoding: "utf8",
    });
    expect([command, status, stderr.split("\n")[0]]).toEqual([
      command,
      expect.any(Number),
      "idebridge: This user has no home folder: name one with HOME",
    ]);
    expect(stderr).not.toContain("should not happen");
  }
});

describe("compiled code", () => {
  it("is kept for the next start, private, and not trusted when it is damaged or open to others", async () => {
    await using place = await Place.create({});
    const folder = join(place.env.HOME, ".cache", "idebridge");
    const version = () => idebridge(place, "--version");
    const fine = { code: 0, out: expect.stringMatching(/^idebridge \d/), err: "" };
    expect(await version()).toEqual(fine);
    const [name, ...more] = await readdir(folder);
    const file = join(folder, name!);
    const whole = await readFile(file);
    const state = async () => {
      const { mode, mtimeMs } = await stat(file);
      return { mode: (mode & 0o777).toString(8), mtimeMs, bytes: (await readFile(file)).length };
    };
    const first = await state();
    expect([await version(), await state(), more]).toEqual([fine, first, []]);

    const damaged = Buffer.from(whole);
    for (let at = 1000; at < 2000; at++) damaged[at] = 255 - damaged[at]!;
    for (const [contents, mode] of [
      [damaged, 0o600],
      [whole.subarray(0, 5000), 0o600],
      [Buffer.alloc(0), 0o600],
      [whole, 0o622],
    ] as const) {
      await writeFile(file, contents);
      await chmod(file, mode);
      const written = await state();
      expect([await version(), (await state()).mtimeMs > written.mtimeMs, (await state()).mode]).toEqual([
        fine,
        true,
        "600",
      ]);
    }
  });

  it("is not kept where no folder can be made: nothing is tried again for ever", async () => {
    await using place = await Place.create({});
    const env = { ...place.env, HOME: "/proc/self/nowhere" };
    expect(spawnSync(process.execPath, [bin, "--version"], { env, timeout: 30_000 }).status).toBe(0);
  });

  it("is not kept where nothing can be written, or nobody wants it", async () => {
    await using place = await Place.create({});
    await writeFile(join(place.env.HOME, ".cache"), "a file");
    expect((await idebridge(place, "--version")).code).toBe(0);
    await using other = await Place.create({});
    const env = { ...other.env, NODE_DISABLE_COMPILE_CACHE: "1" };
    expect([
      spawnSync(process.execPath, [bin, "--version"], { env }).status,
      await readdir(other.env.HOME),
    ]).toEqual([0, []]);
  });
});

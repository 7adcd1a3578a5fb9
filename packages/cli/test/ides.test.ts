import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { claudeCode, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it, vi } from "vitest";
import { serveFake } from "./fakeIde.ts";
import { Place } from "./place.ts";

describe("which IDE is meant", () => {
  it("by port, by name, or by the folder", async () => {
    using place = new Place();
    await using one = (await serveFake(place, "One")).server;
    await using two = (await serveFake(place, "Two", ["/elsewhere"])).server;
    const port = async (...argv: string[]) => JSON.parse((await place.run(["env", "--json", ...argv])).out);
    const environment = (number: number) => ({
      CLAUDE_CODE_SSE_PORT: String(number),
      ENABLE_IDE_INTEGRATION: "true",
    });
    expect([await port(), await port("--ide", String(two.port)), await port("--ide", "two")]).toEqual([
      environment(one.port),
      environment(two.port),
      environment(two.port),
    ]);
  });

  it("an unknown or doubtful one is refused with what there is", async () => {
    using place = new Place();
    await using one = (await serveFake(place, "Same", ["/one"])).server;
    await using two = (await serveFake(place, "Same", ["/two"])).server;
    const [none, unknown, both] = [
      await place.run(["tools"]),
      await place.run(["tools", "--ide", "Smae"]),
      await place.run(["tools", "--ide", "same"]),
    ];
    expect([none!.code, unknown, both!.code]).toEqual([
      3,
      { code: 3, out: "", err: "idebridge: No IDE Smae runs. Did you mean Same?\n" },
      2,
    ]);
    for (const { err } of [none!, both!]) {
      expect([one.port, two.port].filter((port) => !err.includes(`  ${port}  Same  /`))).toEqual([]);
    }
  });

  it("one that refuses the token ends with 4", async () => {
    using place = new Place();
    await using server = (await serveFake(place)).server;
    const lock = JSON.parse(readFileSync(server.lockFile, "utf8"));
    writeFileSync(server.lockFile, JSON.stringify({ ...lock, authToken: "wrong" }), { mode: 0o600 });
    expect(await place.run(["tools"])).toMatchObject({ code: 4, out: "" });
  });

  it("the folder of the user's settings is looked into as well", async () => {
    using place = new Place();
    const configDir = join(place.root, "claude");
    place.write(join(place.home, ".config", "idebridge", "settings.json"), JSON.stringify({ configDir }));
    const editor = new FakeEditor({ folders: [place.folder] });
    await using _ = await serve(editor, { ...place.options, configDir, dialect: claudeCode });
    expect(await place.run(["env", "--shell", "sh"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`export CLAUDE_CONFIG_DIR='${configDir}'`),
    });
  });
});

describe("env", () => {
  it("quotes for each shell", async () => {
    using place = new Place();
    const configDir = join(place.root, "it's $HOME `x` \\");
    mkdirSync(configDir);
    const editor = new FakeEditor({ folders: [place.folder] });
    await using server = await serve(editor, { ...place.options, configDir });
    const env = { ...place.env, HTTP_PROXY: "http://proxy", NO_PROXY: "a,b" };
    const lines = async (shell: string) =>
      (await place.run(["env", "--shell", shell, "--config-dir", configDir], { env })).out;

    const shown = spawnSync("bash", ["-c", `${await lines("bash")}env`], {
      env: {},
      encoding: "utf8",
    }).stdout;
    expect(
      shown
        .split("\n")
        .filter((line) => /CLAUDE|ENABLE|PROXY/i.test(line))
        .sort(),
    ).toEqual([
      `CLAUDE_CODE_SSE_PORT=${server.port}`,
      `CLAUDE_CONFIG_DIR=${configDir}`,
      "ENABLE_IDE_INTEGRATION=true",
      "NO_PROXY=a,b,127.0.0.1,localhost",
      "no_proxy=a,b,127.0.0.1,localhost",
    ]);
    expect([await lines("fish"), await lines("powershell")].map((text) => text.split("\n")[2])).toEqual([
      `set -gx CLAUDE_CONFIG_DIR '${configDir.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';`,
      `$env:CLAUDE_CONFIG_DIR = '${configDir.replaceAll("'", "''")}'`,
    ]);
  });

  it("prints nothing for a shell to run when there is no IDE", async () => {
    using place = new Place();
    expect(await place.run(["env"])).toEqual({
      code: 3,
      out: "",
      err: `idebridge: No IDE has ${place.folder} open. Start one in that folder: idebridge\n`,
    });
  });
});

describe("tools and call", () => {
  it("lists them, with what they take", async () => {
    using place = new Place();
    await using server = (await serveFake(place)).server;
    const { code, out } = await place.run(["tools"]);
    expect({ code, line: out.split("\n").find((line) => line.startsWith("openDiff")) }).toEqual({
      code: 0,
      line: expect.stringMatching(
        /^openDiff +old_file_path, new_file_path\?, new_file_contents, tab_name\? +\w/,
      ),
    });
    const names = JSON.parse((await place.run(["tools", "--json"])).out).map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(expect.arrayContaining(["openFile", "getDiagnostics", "executeCode"]));
    expect(server.port).toBeGreaterThan(0);
  });

  it("prints the text of the answer", async () => {
    using place = new Place();
    await using _ = (await serveFake(place)).server;
    const code = "line 1\u001b[2J\nline 2";
    const argument = JSON.stringify({ code });
    expect([
      await place.run(["call", "executeCode", argument]),
      await place.run(["call", "executeCode", "-"], { stdin: argument, isTTY: true }),
    ]).toEqual([
      { code: 0, out: `${code}\n`, err: "" },
      { code: 0, out: "line 1\\u{1b}[2J\nline 2\n", err: "" },
    ]);
  });

  it("saves images, or describes them", async () => {
    using place = new Place();
    const { editor, server } = await serveFake(place);
    await using _ = server;
    const image = (bytes: string) => ({
      type: "image" as const,
      data: Buffer.from(bytes).toString("base64"),
      mimeType: "image/png",
    });
    editor.kernel = () => ({ outputs: [image("first"), image("second")] });
    const argv = ["call", "executeCode", '{"code":""}'];
    expect([await place.run(argv), await place.run([...argv, "-o", "plot.png"])]).toEqual([
      {
        code: 0,
        out: "[image/png, 5 bytes: --output <file> saves it]\n[image/png, 6 bytes: --output <file> saves it]\n",
        err: "",
      },
      {
        code: 0,
        out: "[image/png, 5 bytes]\n[image/png, 6 bytes]\n",
        err: `Saved ${place.path("plot.png")}\nSaved ${place.path("plot-2.png")}\n`,
      },
    ]);
    const { code, err } = await place.run([...argv, "-o", "nowhere/plot.png"]);
    expect([code, err]).toEqual([
      1,
      `idebridge: ${place.path("nowhere/plot.png")} cannot be written (ENOENT). Name another with --output\n`,
    ]);
    expect(["plot.png", "plot-2.png"].map((name) => readFileSync(place.path(name), "utf8"))).toEqual([
      "first",
      "second",
    ]);
  });

  it("an IDE that hangs: says so, and what to do", async () => {
    using place = new Place();
    // It is asked whether it is there, and then for a connection: no answer comes.
    const hanging = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => vi.advanceTimersByTime(10_000));
    }).listen(0, "127.0.0.1");
    await once(hanging, "listening");
    const { port } = hanging.address() as AddressInfo;
    const lock = {
      pid: process.pid,
      workspaceFolders: [place.folder],
      ideName: "idebridge",
      transport: "ws",
    };
    place.write(
      join(place.locks, `${port}.lock`),
      JSON.stringify({ ...lock, authToken: "t".repeat(36) }),
      0o600,
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const outcomes = [];
    for (const argv of [["tools"], ["call", "getOpenEditors"]]) outcomes.push(await place.run(argv));
    vi.useRealTimers();
    hanging.close();
    const err = `idebridge (pid ${process.pid}, port ${port}) does not answer. If it hangs, end it and start it again.\n`;
    expect(outcomes).toEqual([
      { code: 3, out: "", err },
      { code: 3, out: "", err },
    ]);
  });

  it("fails when the tool does", async () => {
    using place = new Place();
    const { editor, server } = await serveFake(place);
    await using _ = server;
    editor.kernel = () => ({ outputs: [{ type: "text", text: "NameError" }], failed: true });
    expect([
      await place.run(["call", "executeCode", '{"code":"x"}']),
      await place.run(["call", "executeCod", "{}"]),
      await place.run(["call", "executeCode", "{code}"]),
      await place.run(["call", "executeCode", "[]"]),
    ]).toEqual([
      { code: 1, out: "", err: "NameError\n" },
      { code: 1, out: "", err: expect.stringContaining("Did you mean executeCode?") },
      { code: 2, out: "", err: expect.stringContaining("The arguments are not JSON") },
      { code: 2, out: "", err: expect.stringContaining("must be a JSON object") },
    ]);
  });

  it("waits no longer than it is told", async () => {
    using place = new Place();
    const { editor, server } = await serveFake(place);
    await using _ = server;
    editor.kernel = () => new Promise(() => {});
    expect(await place.run(["call", "executeCode", '{"code":""}', "--timeout", "0.1"])).toMatchObject({
      code: 1,
      out: "",
    });
  });
});

describe("watch", () => {
  it("shows what is announced", async () => {
    using place = new Place();
    const { editor, server } = await serveFake(place);
    await using _ = server;
    const range = { start: { line: 0, character: 1 }, end: { line: 1, character: 2 } };
    editor.select(place.path("a.ts"), range, "ne\ntw");
    server.mention({ path: place.path("a.ts"), lines: { first: 1, last: 2 } });
    server.mention({ path: place.path("a.ts"), lines: { first: 4, last: 4 } });
    const watching = place.run(["watch", "--count", "4"]);
    server.subscribe((event) => {
      if (event.type !== "clientReady") return;
      const diagnostic = { message: "bad\u0007", severity: "error" as const, range, source: "tsc" };
      editor.setDiagnostics(place.path("a.ts"), [diagnostic]);
    });
    const { code, out } = await watching;
    expect({ code, lines: out.split("\n").sort() }).toEqual({
      code: 0,
      lines: [
        "",
        "  1:2  error  bad\\u{7} (tsc)",
        `diagnostics  ${place.path("a.ts")}  1`,
        `mention  ${place.path("a.ts")}:2-3`,
        `mention  ${place.path("a.ts")}:5`,
        `selection  ${place.path("a.ts")}:1:2-2:3  ne tw`,
      ],
    });
  });

  it("as JSON, one a line, and ends in time", async () => {
    using place = new Place();
    const { editor, server } = await serveFake(place);
    await using _ = server;
    editor.select(place.path("a.ts"));
    const { code, out } = await place.run(["watch", "--json", "--count", "1"]);
    expect({ code, ...JSON.parse(out) }).toEqual({
      code: 0,
      at: expect.any(String),
      type: "selection",
      selection: expect.objectContaining({ path: place.path("a.ts") }),
    });
    expect(await place.run(["watch", "--json", "--for", "0"])).toMatchObject({ code: 0 });
  });
});

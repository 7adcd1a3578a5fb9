import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { makeConnectionFile } from "../../src/notebooks/kernels/connectionFile.ts";
import { Kernel, KernelDied } from "../../src/notebooks/kernels/kernel.ts";
import type { KernelLaunch } from "../../src/notebooks/kernels/kernelLaunch.ts";
import type { KernelMessage } from "../../src/notebooks/kernels/kernelMessage.ts";

const program = fileURLToPath(new URL("fakeKernel.mjs", import.meta.url));

function launch(more: Partial<KernelLaunch> = {}): KernelLaunch {
  return {
    name: "fake",
    displayName: "Fake",
    language: "fake",
    argv: [process.execPath, program, "{connection_file}"],
    env: {},
    interruptMode: "message",
    transport: "ipc",
    ...more,
  };
}

/** A kernel in a place of its own, and what it has said. */
async function startKernel(more: Partial<KernelLaunch> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "idebridge-kernel-test-"));
  const env = { XDG_RUNTIME_DIR: folder, PATH: process.env.PATH };
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const kernel = await Kernel.start({
    launch: launch(more),
    cwd: folder,
    env,
    startMilliseconds: 10_000,
    patienceMilliseconds: 100,
  }).catch((error: unknown) => {
    expect(readdirSync(folder)).toEqual([]);
    remove();
    throw error;
  });
  const said: KernelMessage[] = [];
  return {
    kernel,
    folder,
    texts: () => said.map(({ content }) => content.text),
    run: (code: string) => kernel.execute(code, (message) => said.push(message)),
    async [Symbol.asyncDispose]() {
      await kernel.shutdown();
      expect(readdirSync(folder)).toEqual([]);
      remove();
    },
  };
}

describe.each(["ipc", "tcp"] as const)("a kernel over %s", (transport) => {
  it("runs code, and tells what belongs to it", async () => {
    await using test = await startKernel({ transport });
    expect(await test.run("echo ☃")).toMatchObject({ status: "ok" });
    expect(await test.run("foreign")).toMatchObject({ status: "ok" });
    // What is not signed with the key is nobody's.
    expect(await test.run("forge")).toMatchObject({ status: "ok" });
    expect(test.texts().filter((text) => text !== undefined)).toEqual(["☃", "mine", "genuine"]);
  });
});

describe("a kernel", () => {
  it("is started again, elsewhere, when another program has taken a port of it meanwhile; but not for ever", async () => {
    const folder = mkdtempSync(join(tmpdir(), "idebridge-kernel-ports-"));
    const failing = (times: number): KernelLaunch["argv"] => {
      // Each start leaves a mark; as long as there are few enough of them, it fails as ipykernel does.
      const script = `echo >> "$0"; [ $(wc -l < "$0") -gt ${times} ] || { echo "zmq.error.ZMQError: Address already in use" >&2; exit 1; }; exec "$@"`;
      const marks = join(folder, String(times));
      return ["/bin/sh", "-c", script, marks, process.execPath, program, "{connection_file}"];
    };
    {
      await using test = await startKernel({ transport: "tcp", argv: failing(2) });
      expect(await test.run("echo here")).toMatchObject({ status: "ok" });
    }
    await expect(startKernel({ transport: "tcp", argv: failing(9) })).rejects.toThrow(
      "Address already in use",
    );
    rmSync(folder, { recursive: true });
  });

  it("is interrupted by a message when its kernelspec says so", async () => {
    await using test = await startKernel();
    const run = test.run("hang");
    await expect.poll(test.texts).toContain("hanging");
    test.kernel.interrupt();
    expect(await run).toMatchObject({ status: "error" });
  });

  it("that asks for input all the same is interrupted: nobody could answer", async () => {
    await using test = await startKernel();
    expect(await test.run("ask")).toMatchObject({ status: "error" });
  });

  it("that never says that it is idle is not waited for", async () => {
    await using test = await startKernel();
    expect(await test.run("silent")).toMatchObject({ status: "ok" });
  });

  it("that is idle without an answer is not waited for either", async () => {
    await using test = await startKernel();
    expect(await test.run("mute")).toEqual({ status: "unanswered", payload: undefined });
  });

  it("that did not run the code says so", async () => {
    await using test = await startKernel();
    expect(await test.run("abort")).toMatchObject({ status: "aborted" });
  });

  it("that dies is told with its last words", async () => {
    await using test = await startKernel();
    const died = await test.run("die out of luck").catch((error: unknown) => error);
    expect(died).toBeInstanceOf(KernelDied);
    expect((died as KernelDied).end).toEqual({ code: 7, signal: null, lastWords: "out of luck" });
  });

  it("that speaks something else all of a sudden is ended", async () => {
    await using test = await startKernel();
    await expect(test.run("garbage")).rejects.toThrow(KernelDied);
  });

  it.each([
    [
      "ends at once",
      [process.execPath, "-e", "console.error('no luck'); process.exit(3)"],
      /exit code 3\nno luck$/,
    ],
    ["is not there", ["/does/not/exist"], /ENOENT/],
    [
      "has no ipykernel",
      [process.execPath, "-e", "console.error('No module named ipykernel_launcher'); process.exit(1)"],
      /Install it: \S+ -m pip install ipykernel/,
    ],
  ])("that %s cannot be started, and says why", async (_name, argv, message) => {
    await expect(startKernel({ argv })).rejects.toThrow(message);
  });

  it("that never listens is given up, and ended", async () => {
    const folder = mkdtempSync(join(tmpdir(), "idebridge-kernel-test-"));
    const argv = [process.execPath, "-e", "setInterval(() => {}, 1000)"];
    const env = { XDG_RUNTIME_DIR: folder };
    const start = Kernel.start({ launch: launch({ argv }), cwd: folder, env, startMilliseconds: 300 });
    await expect(start).rejects.toThrow("it does not answer after 0.3 s");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it("that is not wanted any more before it has started is ended", async () => {
    const folder = mkdtempSync(join(tmpdir(), "idebridge-kernel-test-"));
    const abort = new AbortController();
    const env = { XDG_RUNTIME_DIR: folder };
    const start = Kernel.start({ launch: launch(), cwd: folder, env, signal: abort.signal });
    abort.abort(new Error("not wanted"));
    await expect(start).rejects.toThrow("not wanted");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

describe("the connection file", () => {
  it("can be read by this user only, and names sockets that fit", async () => {
    const long = mkdtempSync(join(tmpdir(), `idebridge-${"x".repeat(90)}`));
    const file = await makeConnectionFile("ipc", { XDG_RUNTIME_DIR: long });
    expect({
      file: (statSync(file.path).mode & 0o777).toString(8),
      folder: (statSync(file.folder).mode & 0o777).toString(8),
      isShort: (file.endpoint("control") as { path: string }).path.length <= 104,
    }).toEqual({ file: "600", folder: "700", isShort: true });
    rmSync(file.folder, { recursive: true });
    rmSync(long, { recursive: true });
    expect(existsSync(file.path)).toBe(false);
  });
});

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseKernel } from "../../src/notebooks/kernels/chooseKernel.ts";
import type { KernelSearch } from "../../src/notebooks/kernels/kernelSearch.ts";
import { wantedKernelOf } from "../../src/notebooks/wantedKernel.ts";

/** A machine with nothing on it but what a test puts there. */
class Machine {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-machine-")));
  readonly project = this.path("project");
  readonly search: KernelSearch;

  constructor(env: Readonly<Record<string, string>> = {}) {
    for (const folder of ["project", "home", "bin"]) mkdirSync(this.path(folder));
    this.search = {
      env: { PATH: `${this.path("shims")}:${this.path("bin")}`, HOME: this.path("home"), ...env },
      folders: [this.project],
      systemPythons: [this.path("usr/bin/python3")],
      systemDataFolders: [this.path("usr/share/jupyter")],
    };
  }

  path(name: string): string {
    return join(this.root, name);
  }

  write(name: string, text: string): string {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  /** A program that says whether it has ipykernel, as Python does when it is asked. */
  python(name: string, hasIpykernel: boolean): string {
    const program = this.write(name, `#!/bin/sh\nexit ${hasIpykernel ? 0 : 1}\n`);
    chmodSync(program, 0o755);
    return program;
  }

  environment(name: string, hasIpykernel: boolean): string {
    this.write(join(name, "pyvenv.cfg"), "");
    return this.python(join(name, "bin/python"), hasIpykernel);
  }

  spec(dataFolder: string, name: string, spec: Readonly<Record<string, unknown>>): void {
    this.write(join(dataFolder, "kernels", name, "kernel.json"), JSON.stringify(spec));
  }

  async choose(wanted = {}, folder = this.project) {
    const { argv, env, remark, transport, interruptMode } = await chooseKernel(wanted, folder, this.search);
    const [program, ...args] = argv;
    return { program, args, env, remark, transport, interruptMode };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const launcher = ["-m", "ipykernel_launcher", "-f", "{connection_file}"];

describe("the Python for a notebook", () => {
  it("is that of the nearest environment in the project, as if it were active", async () => {
    using machine = new Machine();
    machine.python("bin/python3", true);
    machine.environment("project/.venv", true);
    const near = machine.environment("project/sub/venv", true);
    mkdirSync(machine.path("project/sub/deep"));
    expect(await machine.choose({}, machine.path("project/sub/deep"))).toEqual({
      program: near,
      args: launcher,
      env: {
        VIRTUAL_ENV: machine.path("project/sub/venv"),
        PATH: `${dirname(near)}:${machine.path("shims")}:${machine.path("bin")}`,
      },
      remark: undefined,
      transport: "ipc",
      interruptMode: "signal",
    });
  });

  it("is not that of an environment outside the workspace", async () => {
    using machine = new Machine();
    machine.environment(".venv", true);
    const other = machine.python("bin/python3", true);
    expect((await machine.choose()).program).toBe(other);
  });

  it("is not that of an environment that came with the repository, or that the user does not want", async () => {
    using machine = new Machine();
    const other = machine.python("bin/python3", true);
    const own = machine.environment("project/.venv", true);
    const unwanted = await chooseKernel({}, machine.project, { ...machine.search, fromProject: false });
    const env = { ...machine.search.env, PATH: `${machine.search.env.PATH}:/usr/bin:/bin` };
    const git = (...args: string[]) => execFileSync("git", ["-C", machine.project, ...args], { env });
    const chosen = async () => (await chooseKernel({}, machine.project, { ...machine.search, env })).argv[0];
    git("init", "-q");
    const untracked = await chosen();
    git("add", "-f", ".venv/pyvenv.cfg");
    expect([unwanted.argv[0], untracked, await chosen()]).toEqual([other, own, other]);
  });

  it("is not one that came with the repository for an environment that was made later", async () => {
    using machine = new Machine();
    machine.environment("project/.venv", false);
    machine.spec("project/.venv/share/jupyter", "evil", { argv: ["/bin/sh", "-c", "evil"], language: "r" });
    const env = { ...machine.search.env, PATH: `${machine.search.env.PATH}:/usr/bin:/bin` };
    const git = (...args: string[]) => execFileSync("git", ["-C", machine.project, ...args], { env });
    const chosen = () => chooseKernel({ name: "evil" }, machine.project, { ...machine.search, env });
    git("init", "-q");
    expect((await chosen()).argv[0]).toBe("/bin/sh");
    git("add", "-f", ".venv/share");
    await expect(chosen()).rejects.toThrow("There is no kernel evil");
  });

  it("is nothing that a relative folder on the PATH has: it would be one of the project", async () => {
    using machine = new Machine();
    machine.python("project/bin/mine", true);
    machine.spec("home/.local/share/jupyter", "mine", { argv: ["mine"], language: "mine" });
    const search = { ...machine.search, env: { ...machine.search.env, PATH: "bin:./bin" } };
    const before = process.cwd();
    process.chdir(machine.project);
    try {
      await expect(chooseKernel({ name: "mine" }, machine.project, search)).rejects.toThrow(
        "is not there any more",
      );
    } finally {
      process.chdir(before);
    }
  });

  it("is the active one, when the project has none", async () => {
    using machine = new Machine();
    const active = machine.environment("home/conda", true);
    const search = {
      ...machine.search,
      env: { ...machine.search.env, CONDA_PREFIX: machine.path("home/conda") },
    };
    expect((await chooseKernel({}, machine.project, search)).argv[0]).toBe(active);
  });

  it("is another one when the environment has no ipykernel, and says so", async () => {
    using machine = new Machine();
    const bare = machine.environment("project/.venv", false);
    const other = machine.python("bin/python3", true);
    expect(await machine.choose()).toMatchObject({
      program: other,
      remark: `The code runs with ${other}: ${machine.path("project/.venv")} has no ipykernel. To use it: ${bare} -m pip install ipykernel`,
    });
  });

  it("is the first on the PATH that has ipykernel: a shim may hide it", async () => {
    using machine = new Machine();
    machine.python("shims/python3", false);
    machine.python("shims/python", false);
    machine.python("bin/python3.9", false);
    const found = machine.python("bin/python3.11", true);
    machine.python("usr/bin/python3", true);
    expect((await machine.choose()).program).toBe(found);
  });

  it("is the system's when the PATH has none", async () => {
    using machine = new Machine();
    const system = machine.python("usr/bin/python3", true);
    expect((await machine.choose()).program).toBe(system);
  });

  it("is what the user has set up for Jupyter", async () => {
    using machine = new Machine();
    machine.python("bin/python3", true);
    const own = machine.python("home/own/python", true);
    const env = { A: `$\{HOME}/a` };
    const spec = { argv: [own, "-m", "x", "{connection_file}"], env, language: "python" };
    machine.spec("home/.local/share/jupyter", "python3", spec);
    expect(await machine.choose({ name: "python3" })).toMatchObject({
      program: own,
      args: ["-m", "x", "{connection_file}"],
      env: { A: `${machine.path("home")}/a` },
    });
  });

  it("is what the setting says, or nothing", async () => {
    using machine = new Machine();
    machine.environment("project/.venv", true);
    const wanted = machine.python("home/wanted", true);
    const bare = machine.python("home/bare", false);
    const choose = (python: string) => chooseKernel({}, machine.project, { ...machine.search, python });
    const named = machine.python("bin/mypython", true);
    const told = [wanted, "~/wanted", "../home/wanted", "mypython"];
    const found = await Promise.all(told.map(async (python) => (await choose(python)).argv[0]));
    expect(found).toEqual([wanted, wanted, wanted, named]);
    await expect(choose("nowhere")).rejects.toThrow("nowhere (the setting notebooks.python) is no Python");
    await expect(choose(bare)).rejects.toThrow(
      `${bare} (the setting notebooks.python) is no Python with ipykernel. Install it: ${bare} -m pip install ipykernel`,
    );
  });

  it("is missing: says what to install", async () => {
    using machine = new Machine();
    await expect(machine.choose()).rejects.toThrow(
      "Code cannot be run: There is no Python. Install it: python3 -m pip install ipykernel, or apt install python3-ipykernel",
    );
    const shim = machine.python("shims/python3", false);
    await expect(machine.choose()).rejects.toThrow(`None of these has ipykernel: ${shim}. Install it:`);
    const own = machine.environment("project/.venv", false);
    await expect(machine.choose()).rejects.toThrow(
      `${machine.path("project/.venv")} has no ipykernel. To use it: ${own} -m pip install ipykernel`,
    );
  });
});

describe("another kernel", () => {
  const r = { display_name: "R", language: "R", argv: ["R", "{connection_file}"], interrupt_mode: "message" };

  it("is found by its name, over TCP, which all kernels have", async () => {
    using machine = new Machine();
    machine.spec("usr/share/jupyter", "ir", r);
    const program = machine.write("bin/R", "");
    expect(await machine.choose({ name: "ir", language: "r" })).toMatchObject({
      program,
      transport: "tcp",
      interruptMode: "message",
    });
  });

  it("counts where it is found first: JUPYTER_PATH, then the user's, then the system's", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-jupyter-")));
    using machine = new Machine({ JUPYTER_PATH: root });
    for (const [folder, name] of [
      [root, "first"],
      [machine.path("home/.local/share/jupyter"), "second"],
      [machine.path("usr/share/jupyter"), "third"],
    ] as const) {
      const program = machine.write(`programs/${name}`, "");
      mkdirSync(join(folder, "kernels/mine"), { recursive: true });
      writeFileSync(
        join(folder, "kernels/mine/kernel.json"),
        JSON.stringify({ argv: [program], language: "x" }),
      );
    }
    expect((await machine.choose({ name: "mine" })).program).toBe(machine.path("programs/first"));
    rmSync(root, { recursive: true });
  });

  it("that is not installed: one of the same language, and says so", async () => {
    using machine = new Machine();
    machine.write("bin/R", "");
    machine.spec("usr/share/jupyter", "ir", r);
    const python = machine.python("bin/python3", true);
    expect(await machine.choose({ name: "ir-4.3", displayName: "R 4.3", language: "r" })).toMatchObject({
      program: machine.path("bin/R"),
      remark: "There is no kernel R 4.3: the code runs in R instead.",
    });
    expect(await machine.choose({ name: "my-env", language: "python" })).toMatchObject({
      program: python,
      remark: `There is no kernel my-env: the code runs in Python (${python}) instead.`,
    });
  });

  it("that is not there at all: says what is", async () => {
    using machine = new Machine();
    machine.spec("usr/share/jupyter", "ir", r);
    machine.spec("usr/share/jupyter", "broken", { argv: "no list" });
    machine.write("usr/share/jupyter/kernels/worse/kernel.json", "{");
    await expect(machine.choose({ name: "julia-1.10", language: "julia" })).rejects.toThrow(
      "There is no kernel julia-1.10. Installed are: R.",
    );
    await expect(machine.choose({ name: "ir", language: "r" })).rejects.toThrow(
      "Its program R is not there any more",
    );
  });

  it("with a bare `python` is the one that it was installed with", async () => {
    using machine = new Machine();
    const own = machine.python("usr/bin/python", true);
    machine.python("bin/python3", true);
    machine.spec("usr/share/jupyter", "mine", { argv: ["python", ...launcher], language: "python" });
    expect((await machine.choose({ name: "mine" })).program).toBe(own);
  });

  it("does not follow a link in circles", async () => {
    using machine = new Machine();
    symlinkSync(machine.path("bin/loop"), machine.path("bin/loop"));
    machine.spec("usr/share/jupyter", "loop", { argv: ["loop"], language: "x" });
    await expect(machine.choose({ name: "loop" })).rejects.toThrow("There is no kernel loop");
  });
});

describe("the kernel that a notebook wants", () => {
  const whole = {
    cells: [{ cell_type: "code", source: ['"kernelspec": {"name": "in a cell"}'] }],
    metadata: {
      kernelspec: { display_name: "R 4", language: "R", name: "ir" },
      language_info: { name: "R", codemirror_mode: { name: "r" } },
    },
  };
  const wanted = { name: "ir", displayName: "R 4", language: "r" };

  it.each([
    ["whole", JSON.stringify(whole, undefined, 1), wanted],
    ["on one line", JSON.stringify(whole), wanted],
    ["broken before it", JSON.stringify(whole, undefined, 1).replace('"cell_type"', "cell_type:"), wanted],
    ["cut off after it", JSON.stringify(whole, undefined, 1).slice(0, -4), wanted],
    [
      "with the language only",
      JSON.stringify({ metadata: { language_info: { name: "Julia" } } }),
      { language: "julia" },
    ],
    ["broken, with the language only", '{"metadata": {"language_info": {"name": "Julia", "x": {', {}],
    ["without any", JSON.stringify({ cells: [], metadata: {} }), {}],
    ["empty", "", {}],
    ["no notebook", "[1, 2", {}],
    [
      "strange",
      JSON.stringify({ metadata: { kernelspec: { name: 5, language: [] }, language_info: null } }),
      {},
    ],
  ])("%s", (_name, notebook, expected) => {
    expect(wantedKernelOf(notebook)).toEqual(expected);
  });
});

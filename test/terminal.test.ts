import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ScreenTerminal } from "./idebridge/screenTerminal.ts";
import { Tmux } from "./idebridge/tmux.ts";
import { Sample } from "./terminal/sampleTerminal.ts";

let sample: Sample;
beforeAll(async () => {
  sample = await Sample.build();
});
afterAll(async () => {
  await sample[Symbol.asyncDispose]();
});

const untouched = {
  screen: "normal",
  cursor: true,
  paste: false,
  mouse: "none",
  focus: false,
  wrapping: true,
};
const taken = {
  screen: "alternate",
  cursor: false,
  paste: true,
  mouse: "drag",
  focus: true,
  wrapping: false,
};

/** A shell around it says what the terminal is like before and afterwards. */
const withModes =
  'printf "\\033]2;a shell\\007"; stty -g; echo before; "$@"; echo "code $?"; stty -g; echo after; cat';

describe("the terminal is left as it was found", () => {
  test.each([
    { how: "when the program ends", key: "q", says: "code 0" },
    { how: "after process.exit", key: "e", says: "code 3" },
    { how: "after an exception that nobody caught", key: "x", says: "Error: a crash" },
    { how: "after a rejection that nobody caught", key: "X", says: "Error: a rejection" },
  ])("$how", async ({ key, says }) => {
    const terminal = await sample.start({ script: withModes, columns: 120, rows: 40 });
    expect(terminal.modes).toEqual(taken);
    terminal.press(key);
    const screen = await terminal.until("after");
    expect(screen).toContain(says);
    expect(terminal.modes).toEqual(untouched);
    expect(terminal.title).toBe("a shell");
    expect(sttyLines(screen)).toEqual([expect.any(String), sttyLines(screen)[0]]);
    expect(screen).not.toContain("removed");
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"] as const)(
    "after %s, and it dies of it",
    async (signal) => {
      const terminal = await sample.start();
      expect(terminal.modes).toEqual(taken);
      terminal.kill(signal);
      const { code, signal: number } = await terminal.ended;
      expect({ code, number }).toEqual({
        code: 0,
        number: { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 }[signal],
      });
      expect(terminal.modes).toEqual(untouched);
    },
  );

  test("when the window is closed, and nothing is left running", async () => {
    const terminal = await sample.start();
    const { pid } = terminal;
    terminal.closeTerminal();
    await terminal.ended;
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("before it has answered: nothing is left for the shell to read", async () => {
    const terminal = await sample.start({
      env: { SAMPLE_HURRY: "1" },
      background: "#ffffff",
      script: '"$@"; stty -echo -icanon min 0 time 3; printf "left: <%s>|end" "$(cat | od -An -c)"',
    });
    expect(terminal.screen()).toBe("left: <>|end");
  });

  test("while an editor runs", async () => {
    const terminal = await sample.start();
    terminal.press("j", "E");
    await terminal.until("in the editor");
    expect(terminal.modes).toEqual(untouched);
    terminal.resize(100, 20);
    terminal.press("x", "enter");
    await terminal.until("100x20");
    await terminal.until("key E");
    expect(terminal.modes).toEqual(taken);
    terminal.press("q");
    await terminal.ended;
    expect(terminal.screen()).toBe("in the editor\nx");
    expect(terminal.modes).toEqual(untouched);
  });
});

describe("stopped and continued", () => {
  const shell = 'set -m; "$@"; echo "stopped $?"; stty -g; read line; fg >/dev/null; echo "code $?"; cat';

  test.each(["ctrl+z", "SIGTSTP"])("by %s", async (how) => {
    const terminal = await sample.start({ script: shell, columns: 120 });
    terminal.press("j");
    await terminal.until("key j");
    if (how === "ctrl+z") terminal.press("ctrl+z");
    else process.kill(await foreground(terminal), "SIGTSTP");
    await terminal.until("stopped 148");
    expect(terminal.modes).toEqual(untouched);
    terminal.resize(100, 18);
    terminal.press("enter");
    await terminal.until("100x18");
    await terminal.until("key j");
    expect(terminal.modes).toEqual(taken);
    terminal.press("k");
    await terminal.until("key k");
    terminal.press("q");
    await terminal.until("code 0");
    expect(terminal.modes).toEqual(untouched);
  });

  test("by SIGSTOP, which nobody is told of", async () => {
    const terminal = await sample.start({ script: withModes });
    const pid = await foreground(terminal);
    process.kill(pid, "SIGSTOP");
    terminal.resize(100, 18);
    process.kill(pid, "SIGCONT");
    await terminal.until("100x18");
    expect(terminal.modes).toEqual(taken);
    terminal.press("q");
    await terminal.until("after");
    expect([terminal.modes, terminal.title]).toEqual([untouched, "a shell"]);
  });

  test("without a shell there is nobody to continue it: it goes on by itself", async () => {
    const terminal = await sample.start();
    terminal.press("j", "ctrl+z", "k");
    await terminal.until("key k");
    expect(terminal.modes).toEqual(taken);
  });
});

describe("what is shown", () => {
  test("wide and joined characters, and nothing that the terminal would obey", async () => {
    const terminal = await sample.start({ columns: 40 });
    expect(terminal.rows()[3]).toMatch(/^日本語\|.*\|😀\|e\u0301\|.*\|.*\|␛\[31m�\|end$/u);
    expect(terminal.styleOf("31m").fg).toBe(undefined);
    expect(terminal.placeOf("|end")).toEqual({ column: 27, row: 3 });
    expect(terminal.rows()[4]).toBe("wide ".repeat(8).trimEnd());
  });

  test("another size", async () => {
    const terminal = await sample.start();
    for (const [columns, rows] of [
      [100, 30],
      [30, 10],
      [300, 100],
      [61, 21],
    ] as const) {
      terminal.resize(columns, rows);
      await terminal.until(`${columns}x${rows}`);
      await terminal.until((screen) => screen.rows()[4]?.startsWith("wide wide ") ?? false);
      expect(terminal.rows()[1]).toBe(`addedinner${" ".repeat(columns - 10)}`);
    }
  });

  test("all of it again on Ctrl-L", async () => {
    const terminal = await sample.start();
    const before = terminal.raw.length;
    terminal.press("j");
    await terminal.until("key j");
    expect(terminal.raw.slice(before)).not.toContain("addedinner");
    terminal.press("ctrl+l");
    await terminal.until("key ctrl+l");
    expect(terminal.raw.slice(before)).toContain("wide wide");
  });

  test("whether the user looks", async () => {
    const terminal = await sample.start();
    terminal.focus(false);
    await terminal.until("focus false");
    terminal.press("j");
    await terminal.until("key j");
    expect(terminal.rows()[0]).toContain("focus false");
    terminal.focus(true);
    await terminal.until("focus true");
  });

  test("the cursor where it belongs, the title, the bell and a notification", async () => {
    const terminal = await sample.start();
    terminal.press("n");
    await terminal.until((screen) => screen.isCursorVisible);
    expect(terminal.cursor).toEqual({ column: 2, row: 1 });
    terminal.press("b");
    await terminal.until((screen) => screen.bells === 1);
    expect(terminal.modes).toEqual(taken);
    expect(terminal.title).toBe("sample");
    expect(terminal.notifications).toEqual(["idebridge: a\\u{1b},b"]);
    const gnome = await sample.start({ env: { VTE_VERSION: "7600" } });
    gnome.press("n");
    await gnome.until((screen) => screen.notifications.length > 0);
    expect(gnome.notifications).toEqual(["notify;idebridge;a\\u{1b},b"]);
  });
});

describe("colours", () => {
  const looks = async (env: Readonly<Record<string, string>>, background?: string) => {
    const terminal = await sample.start({ env, ...(background && { background }) });
    const [bar, added, inner, removed] = ["60x20", "added", "inner", "removed"].map((text) =>
      terminal.styleOf(text),
    );
    return { terminal, bar, added, inner, removed };
  };

  test("all of them", async () => {
    const { added, removed } = await looks({ COLORTERM: "truecolor" });
    expect({ added, removed }).toMatchObject({
      added: { fg: "#ffa198", bg: "#13301d" },
      removed: { fg: "#ffa59e", bg: undefined },
    });
  });

  test("256", async () => {
    expect(await looks({})).toMatchObject({ added: { fg: 217, bg: 22 }, removed: { fg: 217 } });
  });

  test("16", async () => {
    expect(await looks({ TERM: "xterm" })).toMatchObject({
      bar: { inverse: true },
      added: { fg: 2, bg: undefined },
      inner: { fg: 0, bg: 2 },
      removed: { fg: 1 },
    });
  });

  test("none at all with NO_COLOR, but still differences", async () => {
    const { terminal, bar, added, inner } = await looks({ NO_COLOR: "1", COLORTERM: "truecolor" });
    expect([bar!.inverse, inner!.underline, added!.underline]).toEqual([true, true, false]);
    const set = terminal.raw
      .split("\u001b[")
      .flatMap((part) => /^([\d;]*)m/.exec(part)?.[1]?.split(";") ?? []);
    // Not even such that change nothing: only reset, bold, faint, underlined and inverse.
    expect(new Set(set)).toEqual(new Set(["0", "1", "2", "4", "7"]));
  });

  const dark = { bg: "#13301d" };
  const light = { fg: "#a40e26", bg: "#dafbe1" };

  /** A slow terminal has its first frame before it has answered, and the next one is right. */
  const becomes = async (added: object, env: Readonly<Record<string, string>>, background?: string) => {
    const { terminal } = await looks({ COLORTERM: "truecolor", ...env }, background);
    await expect.poll(() => terminal.styleOf("added")).toMatchObject(added);
  };

  test("for a light terminal, which says so itself", async () => {
    await becomes(light, {}, "#fdf6e3");
    await becomes(dark, {}, "#002b36");
  });

  test("for a light terminal that leaves a hint; what the user has set counts more", async () => {
    const hint = { COLORFGBG: "0;15" };
    await becomes(light, hint);
    await becomes(dark, hint, "#002b36");
    await becomes(dark, { ...hint, SAMPLE_THEME: "dark" }, "#ffffff");
  });

  test("what is typed while the terminal is asked is not lost", async () => {
    const terminal = await sample.start({ script: 'sleep 0.3; exec "$@"', background: "#ffffff" });
    terminal.press("j");
    await terminal.until("key j");
  });
});

describe("a slow terminal", () => {
  const stalledAfterMany = async () => {
    const flooded = join(sample.folder, "flooded");
    rmSync(flooded, { force: true });
    const terminal = await sample.start();
    terminal.stall();
    terminal.press("w");
    await vi.waitFor(() => expect(existsSync(flooded)).toBe(true), 20_000);
    return terminal;
  };

  test("gets the newest frame, and nobody waits for it", async () => {
    const terminal = await stalledAfterMany();
    const before = terminal.raw.length;
    terminal.resume();
    await terminal.until("frame 999|");
    // A thousand frames would be 1.2 million characters.
    expect(terminal.raw.length - before).toBeLessThan(200_000);
  });

  test("does not keep the program from ending", async () => {
    const terminal = await stalledAfterMany();
    terminal.kill("SIGTERM");
    await vi.waitFor(() => expect(() => process.kill(terminal.pid, 0)).toThrow("ESRCH"), 20_000);
    terminal.resume();
    await terminal.ended;
  });
});

describe("tmux", () => {
  test("shows it, with keys, the mouse and another size, and gets its screen back", async () => {
    using tmux = new Tmux(join(sample.folder, "tmux"), sample.env);
    tmux.start(sample.folder, ["sh", "-c", `${process.execPath} ${sample.program}; echo "code $?"; cat`]);
    const [{ id } = { id: "" }] = tmux.panes();
    const shows = (text: string) => vi.waitFor(() => expect(tmux.screen(id)).toContain(text), 20_000);
    await shows("120x50");
    await shows("日本語");
    tmux.type(id, "j", "C-a", "M-k", "PageDown", "S-Up", "F5", "BTab", "Escape");
    for (const key of ["j", "ctrl+a", "alt+k", "pageDown", "shift+up", "f5", "shift+tab", "esc"])
      await shows(`key ${key}`);
    tmux.run("split-window", "-h", "-d", "-t", id, "cat");
    await shows("60x50");
    tmux.type(id, "q");
    await shows("code 0");
    expect(tmux.screen(id)).not.toContain("added");
    expect(
      tmux.run("display", "-p", "-t", id, "#{alternate_on} #{mouse_any_flag} #{cursor_flag}").trim(),
    ).toBe("0 0 1");
  });
});

/** The process in a shell that has the terminal. */
async function foreground(terminal: ScreenTerminal): Promise<number> {
  const children = readFileSync(`/proc/${terminal.pid}/task/${terminal.pid}/children`, "utf8");
  return Number(children.trim().split(" ")[0]);
}

function sttyLines(screen: string): readonly string[] {
  return screen.split("\n").filter((line) => /^[\da-f:]{20,}$/.test(line));
}

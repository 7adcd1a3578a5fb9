import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { DiskCopy } from "../src/documents/diskCopy.ts";
import { DocumentError } from "../src/documents/documentError.ts";
import { readStamp } from "../src/documents/fileStamp.ts";
import { largestTextFile, readTextFile } from "../src/documents/readTextFile.ts";
import { writeTextFile } from "../src/documents/writeTextFile.ts";
import { temporaryFolder } from "./documentsFolder.ts";

const isLinux = process.platform === "linux";

async function codeOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return "no error";
  } catch (error) {
    return error instanceof DocumentError ? error.code : String(error);
  }
}

/** A disk that fails with this code when half of the text is on it. */
function failingDisk(code: string): typeof open {
  return async (...args) => {
    const handle = await open(...args);
    handle.writeFile = async (data) => {
      await handle.write(String(data).slice(0, String(data).length / 2));
      throw Object.assign(new Error(code), { code });
    };
    return handle;
  };
}

describe("reading a text file", () => {
  it("keeps every byte: marks, line ends, a missing last newline, any character", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    const texts = [
      "",
      "\uFEFFone\r\ntwo\rthree\n\nfour",
      "ünï 漢字 👩‍💻 \u0000".padStart(9000, "x"),
      "\uFEFF",
      "\n",
    ];
    const outcomes = [];
    for (const text of texts) {
      const bytes = Buffer.from(text);
      writeFileSync(path, bytes);
      const read = await readTextFile(path);
      await writeTextFile(path, read.text);
      outcomes.push(read.text === text && readFileSync(path).equals(bytes));
    }
    expect(outcomes).toEqual(texts.map(() => true));
  });

  it("refuses what it could not save again byte for byte", async () => {
    using folder = temporaryFolder();
    const file = (name: string, bytes: Uint8Array | string) => {
      const path = join(folder.path, name);
      writeFileSync(path, bytes);
      return path;
    };
    const huge = file("huge.txt", "");
    truncateSync(huge, largestTextFile + 1);
    const vast = file("vast.txt", "");
    truncateSync(vast, 20_000_000_000);
    mkdirSync(join(folder.path, "folder"));
    symlinkSync("loop", join(folder.path, "loop"));
    const cases: [string, string][] = [
      [file("nul.bin", Buffer.from([65, 0, 66])), "BINARY"],
      [file("utf16.txt", Buffer.from("\uFEFFtext", "utf16le")), "NOT_UTF8"],
      [file("latin1.txt", Buffer.from("caf\u00e9", "latin1")), "NOT_UTF8"],
      [file("overlong.txt", Buffer.from([0xc0, 0xaf])), "NOT_UTF8"],
      [file("surrogate.txt", Buffer.from([0xed, 0xa0, 0x80])), "NOT_UTF8"],
      [file("cut.txt", Buffer.from("漢").subarray(0, 2)), "NOT_UTF8"],
      [huge, "TOO_LARGE"],
      [vast, "TOO_LARGE"],
      [join(folder.path, "folder"), "NOT_A_FILE"],
      [join(folder.path, "missing.txt"), "NOT_FOUND"],
      [join(file("file.txt", "x"), "below"), "NOT_FOUND"],
      [join(folder.path, "loop"), "UNREADABLE"],
    ];
    const codes = await Promise.all(cases.map(([path]) => codeOf(readTextFile(path))));
    expect(codes).toEqual(cases.map(([, code]) => code));
  });

  it("says what is wrong and what to do", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "latin1.txt");
    writeFileSync(path, Buffer.from("caf\u00e9", "latin1"));
    await expect(readTextFile(path)).rejects.toThrow(/latin1\.txt is not UTF-8.*Convert it first/);
  });

  it.runIf(isLinux)("does not wait for a pipe, and survives a file that cannot be read", async () => {
    using folder = temporaryFolder();
    const pipe = join(folder.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    // Its first page is not mapped: reading it fails, for root too.
    const codes = [await codeOf(readTextFile(pipe)), await codeOf(readTextFile("/proc/self/mem"))];
    expect(codes).toEqual(["NOT_A_FILE", "UNREADABLE"]);
  });

  it("reads exactly as much as may be", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "large.txt");
    writeFileSync(path, "x".repeat(largestTextFile));
    expect((await readTextFile(path)).text.length).toBe(largestTextFile);
  });
});

describe("a stamp", () => {
  it("is trusted only when the file has been left alone for a while", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    writeFileSync(path, "new");
    utimesSync(path, new Date("2020-01-01"), new Date("2020-01-01"));
    const settled = [await readStamp(path), await readStamp(process.execPath)].map((each) => each.isSettled);
    expect(settled).toEqual([false, true]);
  });

  it("tells a change of the same size whose time was set back", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    const write = (text: string) => {
      writeFileSync(path, text);
      utimesSync(path, new Date("2020-01-01"), new Date("2020-01-01"));
    };
    write("old!");
    const disk = new DiskCopy(path, { ...(await readStamp(path)), isSettled: true });
    const before = await disk.look();
    // Longer than a tick of the coarsest clock that Linux uses for this.
    await new Promise((resolve) => setTimeout(resolve, 30));
    write("new!");
    expect([before, await disk.look()]).toEqual([{ kind: "same" }, { kind: "text", text: "new!" }]);
  });
});

describe("writing a text file", () => {
  it("keeps the mode and leaves nothing else behind", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "run.sh");
    writeFileSync(path, "old");
    chmodSync(path, 0o4751);
    await writeTextFile(path, "new");
    await writeTextFile(join(folder.path, "private.txt"), "new", { mode: 0o600 });
    expect({
      text: readFileSync(path, "utf8"),
      mode: statSync(path).mode & 0o7777,
      privateMode: statSync(join(folder.path, "private.txt")).mode & 0o777,
      files: readdirSync(folder.path),
    }).toEqual({ text: "new", mode: 0o4751, privateMode: 0o600, files: ["private.txt", "run.sh"] });
  });

  it.runIf(process.getuid?.() === 0)("keeps the owner", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    writeFileSync(path, "old");
    execFileSync("chown", ["1234:4321", path]);
    await writeTextFile(path, "new");
    const { uid, gid } = statSync(path);
    expect({ uid, gid }).toEqual({ uid: 1234, gid: 4321 });
  });

  it("writes where links lead, and keeps the links", async () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    mkdirSync(at("real"));
    writeFileSync(at("real/a.txt"), "old");
    symlinkSync("real/a.txt", at("link"));
    symlinkSync("link", at("link to link"));
    symlinkSync("real/new.txt", at("dangling"));
    await writeTextFile(at("link to link"), "through two");
    await writeTextFile(at("dangling"), "made");
    expect({
      target: readFileSync(at("real/a.txt"), "utf8"),
      made: readFileSync(at("real/new.txt"), "utf8"),
      links: ["link", "link to link", "dangling"].map((name) => readlinkSync(at(name))),
      files: readdirSync(at("real")),
    }).toEqual({
      target: "through two",
      made: "made",
      links: ["real/a.txt", "link", "real/new.txt"],
      files: ["a.txt", "new.txt"],
    });
  });

  it("takes a name as long as names can be", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "n".repeat(255));
    await writeTextFile(path, "new");
    expect(readFileSync(path, "utf8")).toBe("new");
  });

  it("leaves the file whole and nothing behind when the disk fails halfway", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    writeFileSync(path, "old");
    const codes = [];
    for (const code of ["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EIO"]) {
      codes.push(await codeOf(writeTextFile(path, "new and longer", { openFile: failingDisk(code) })));
    }
    expect({ codes, text: readFileSync(path, "utf8"), files: readdirSync(folder.path) }).toEqual({
      codes: ["DISK_FULL", "DISK_FULL", "NOT_WRITABLE", "NOT_WRITABLE", "NOT_WRITABLE"],
      text: "old",
      files: ["a.txt"],
    });
  });

  it("refuses what is no file, what is missing, and what is no text", async () => {
    using folder = temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    mkdirSync(at("folder"));
    symlinkSync("loop", at("loop"));
    const codes = await Promise.all([
      codeOf(writeTextFile(at("folder"), "x")),
      codeOf(writeTextFile(at("gone/a.txt"), "x")),
      codeOf(writeTextFile(at("loop"), "x")),
      codeOf(writeTextFile(at("half.txt"), "half \ud83d of a character")),
      codeOf(writeTextFile(at("nul.txt"), "a\0b")),
      codeOf(writeTextFile(at("huge.txt"), "x".repeat(largestTextFile + 1))),
    ]);
    expect({ codes, files: readdirSync(folder.path) }).toEqual({
      codes: ["NOT_A_FILE", "FOLDER_GONE", "NOT_WRITABLE", "INVALID_TEXT", "INVALID_TEXT", "TOO_LARGE"],
      files: ["folder", "loop"],
    });
  });

  it("does not write through a hard link", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    writeFileSync(path, "old");
    linkSync(path, join(folder.path, "b.txt"));
    await writeTextFile(path, "new");
    expect([readFileSync(path, "utf8"), readFileSync(join(folder.path, "b.txt"), "utf8")]).toEqual([
      "new",
      "old",
    ]);
  });

  it("asks before it replaces, when the new text is complete", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    writeFileSync(path, "old");
    const seen: string[] = [];
    const beforeReplace = async () => {
      seen.push(...readdirSync(folder.path).map((name) => readFileSync(join(folder.path, name), "utf8")));
      throw new DocumentError("CHANGED_ON_DISK", path, "no");
    };
    const code = await codeOf(writeTextFile(path, "new", { beforeReplace }));
    expect({ code, seen, files: readdirSync(folder.path), text: readFileSync(path, "utf8") }).toEqual({
      code: "CHANGED_ON_DISK",
      seen: ["new", "old"],
      files: ["a.txt"],
      text: "old",
    });
  });

  it("is seen whole by others at any moment, also when it is killed", { timeout: 60_000 }, async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "a.txt");
    const texts = ["a", "b"].map((char) => char.repeat(3_000_000));
    writeFileSync(path, texts[0]!);
    chmodSync(path, 0o640);
    const program = join(folder.path, "writer.mjs");
    const source = fileURLToPath(new URL("../src/documents/writeTextFile.ts", import.meta.url));
    await build({
      stdin: {
        contents: `
          import { writeTextFile } from ${JSON.stringify(source)};
          for (let i = 1; ; i++) {
            await writeTextFile(process.argv[2], (i % 2 ? "b" : "a").repeat(3_000_000));
            if (i === 2) process.stdout.write("writing");
          }`,
        resolveDir: folder.path,
      },
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      conditions: ["@idebridge/source"],
      logLevel: "error",
    });

    const seen = new Set<string>();
    const look = () => seen.add(String(texts.indexOf(readFileSync(path, "utf8"))));
    for (let round = 0; round < 3; round++) {
      const writer = spawn(process.execPath, [program, path], {
        env: {},
        stdio: ["ignore", "pipe", "inherit"],
      });
      await once(writer.stdout, "data");
      for (let i = 0; i < 50; i++) look();
      const exit = once(writer, "exit");
      writer.kill("SIGKILL");
      await exit;
      look();
    }
    expect({ whole: seen.has("-1") ? "no" : "yes", mode: lstatSync(path).mode & 0o777 }).toEqual({
      whole: "yes",
      mode: 0o640,
    });
  });
});

/** As root on Linux, real disks can be made: small ones, and such that are taken away. */
const canMount = isLinux && process.getuid?.() === 0 && tryMount();

function tryMount(): boolean {
  using folder = temporaryFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "idebridge-test", folder.path], {
      stdio: "ignore",
    });
    execFileSync("umount", [folder.path], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(canMount)("real disks", () => {
  it("tells a full disk and a read-only one, and damages nothing", async () => {
    using folder = temporaryFolder();
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "idebridge-test", folder.path]);
    try {
      const path = join(folder.path, "a.txt");
      writeFileSync(path, "old");
      const full = await codeOf(writeTextFile(path, "x".repeat(200_000)));
      execFileSync("mount", ["-o", "remount,ro", folder.path]);
      const readOnly = await codeOf(writeTextFile(path, "new"));
      expect({ full, readOnly, files: readdirSync(folder.path), text: readFileSync(path, "utf8") }).toEqual({
        full: "DISK_FULL",
        readOnly: "NOT_WRITABLE",
        files: ["a.txt"],
        text: "old",
      });
    } finally {
      execFileSync("umount", [folder.path]);
    }
  });
});

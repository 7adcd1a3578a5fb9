/** The programs that tests need and npm does not have: installed from Debian's packages where that may be done. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Each with a file by which it is known to be there. */
const wanted = [
  { name: "tmux", file: "/usr/bin/tmux" },
  { name: "git", file: "/usr/bin/git" },
  { name: "chromium", file: "/usr/bin/chromium" },
  { name: "zsh", file: "/usr/bin/zsh" },
  { name: "fish", file: "/usr/bin/fish" },
  { name: "python3-ipykernel", file: "/usr/lib/python3/dist-packages/ipykernel/__init__.py" },
  { name: "python3-matplotlib", file: "/usr/lib/python3/dist-packages/matplotlib/__init__.py" },
  { name: "shellcheck", file: "/usr/bin/shellcheck" },
  { name: "black", file: "/usr/bin/black" },
  { name: "shfmt", file: "/usr/bin/shfmt" },
  // code-server, in which the VS Code extension is tested, is built on the spot.
  { name: "libkrb5-dev", file: "/usr/include/krb5.h" },
  { name: "g++", file: "/usr/bin/g++" },
  { name: "make", file: "/usr/bin/make" },
  { name: "clang-format", file: "/usr/bin/clang-format" },
  { name: "clangd", file: "/usr/bin/clangd" },
];

/** Those that are missing and could not be installed. */
export function ensureDebianPackages() {
  const missing = () => wanted.filter(({ file }) => !existsSync(file)).map(({ name }) => name);
  const names = missing();
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return names;
  console.error(`Installing ${names.join(", ")}…`);
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...names);
  return missing();
}

function apt(...args) {
  spawnSync("apt-get", args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}

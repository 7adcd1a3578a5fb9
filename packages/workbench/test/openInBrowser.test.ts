import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hasScreen, openInBrowser } from "../src/server/index.ts";

/** A folder of programs that do nothing. */
function path(...programs: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "idebridge-path-"));
  for (const name of programs) {
    writeFileSync(join(folder, name), "#!/bin/sh\n");
    chmodSync(join(folder, name), 0o755);
  }
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

it("knows where nobody would see a browser", () => {
  using programs = path("xdg-open");
  const PATH = programs.folder;
  const on = (platform: NodeJS.Platform, env: Record<string, string>) =>
    hasScreen({ platform, env: { PATH, ...env } });
  expect({
    x11: on("linux", { DISPLAY: ":0" }),
    wayland: on("linux", { WAYLAND_DISPLAY: "wayland-0" }),
    console: on("linux", {}),
    withoutXdgOpen: hasScreen({ platform: "linux", env: { DISPLAY: ":0", PATH: "/nowhere" } }),
    overSsh: on("linux", { DISPLAY: "localhost:10.0", SSH_CONNECTION: "10.0.0.1 1 10.0.0.2 22" }),
    macOverSsh: on("darwin", { SSH_TTY: "/dev/ttys001" }),
    mac: on("darwin", {}),
    windows: on("win32", {}),
    chosen: on("linux", { BROWSER: "w3m" }),
  }).toEqual({
    x11: true,
    wayland: true,
    console: false,
    withoutXdgOpen: false,
    overSsh: false,
    macOverSsh: false,
    mac: true,
    windows: true,
    chosen: true,
  });
});

it("says why it did not open", async () => {
  const link = { url: "http://127.0.0.1:1/enter#ticket", file: "/tmp/workbench.html" };
  const open = (env: Record<string, string>) => openInBrowser(link, { env, platform: "linux" });
  expect(await open({ SSH_TTY: "/dev/pts/1" })).toEqual({ outcome: "noScreen", isRemote: true });
  expect(await open({})).toEqual({ outcome: "noScreen", isRemote: false });
  expect(await open({ BROWSER: "/no/such/browser" })).toEqual({
    outcome: "failed",
    message: expect.stringContaining("ENOENT"),
  });
});

import { join } from "node:path";
import { startHeadless } from "@idebridge/headless";
import { expect, it, vi } from "vitest";
import { examine } from "./doctorsPatient.ts";
import { Place } from "./place.ts";

const told = async (place: Place) =>
  (await examine(place)).of("languages").map(({ level, what, todo }) => [level, what, todo]);

it("says which language servers there are, for which files, and how to get those that are missing", async () => {
  using place = new Place({
    "a.ts": "",
    "b.ts": "",
    "c.js": "",
    "d.py": "",
    "e.py": "",
    "f.go": "",
    "README.md": "",
  });
  place.write(join(place.root, "bin", "gopls"), "#!/bin/sh\n", 0o755);
  expect(await told(place)).toEqual([
    ["ok", "typescript, javascript (3 files): typescript, not started.", undefined],
    [
      "note",
      "python (2 files): no language server is installed.",
      "pyright: npm install --global pyright, or pip install pyright",
    ],
    ["ok", "go (1 file): gopls, not started.", undefined],
    [
      "note",
      "markdown (1 file): no language server is installed.",
      "marksman: brew install marksman, or snap install marksman",
    ],
  ]);
  place.write(
    join(place.home, ".config/idebridge/settings.json"),
    '{ "languageServers": { "enabled": false } }',
  );
  expect(await told(place)).toEqual([
    ["note", "Language servers are turned off in the settings.", undefined],
  ]);
});

it("knows how those of a running idebridge are", async () => {
  using place = new Place({ "a.go": "package a\n" });
  const gopls = place.write(join(place.root, "bin", "gopls"), "#!/bin/sh\necho no luck >&2; exit 7\n", 0o755);
  const env = { ...place.env, PATH: `${place.env.PATH}:/usr/bin:/bin` };
  await using ide = await startHeadless({ folders: [place.folder], version: "1", env, recordChanges: false });
  await ide.editor.documents.open(place.path("a.go"));
  await vi.waitFor(
    async () =>
      expect(await told(place)).toEqual([
        [
          "warning",
          "go (1 file): gopls does not work, given up after 3 attempts: it ended by itself (7): no luck.",
          `Try it by hand: ${gopls}`,
        ],
      ]),
    { timeout: 30_000, interval: 200 },
  );
}, 60_000);

it("believes a running idebridge that has a server which is not on the PATH here", async () => {
  using place = new Place({ "a.go": "package a\n" });
  place.write(join(place.root, "elsewhere", "gopls"), "#!/bin/sh\nexec sleep 60\n", 0o755);
  const env = { ...place.env, PATH: `${join(place.root, "elsewhere")}:/usr/bin:/bin` };
  await using ide = await startHeadless({ folders: [place.folder], version: "1", env, recordChanges: false });
  await ide.editor.documents.open(place.path("a.go"));
  await vi.waitFor(
    async () => expect(await told(place)).toEqual([["ok", "go (1 file): gopls, starting.", undefined]]),
    { timeout: 10_000, interval: 200 },
  );
}, 30_000);

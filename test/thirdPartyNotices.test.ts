import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { thirdPartyNotices } from "../scripts/thirdPartyNotices.mjs";

describe("the notices of what is bundled", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "idebridge-notices-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Installs a package with a module, and says where that is. */
  function install(
    name: string,
    license: string | undefined,
    files: Readonly<Record<string, string>>,
  ): string {
    const manifest = JSON.stringify({ name, version: "1.2.3", license });
    const all = { "package.json": manifest, "lib/index.js": "export {};\n", ...files };
    for (const [file, text] of Object.entries(all)) {
      const path = join(folder, "node_modules", name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    return join(folder, "node_modules", name, "lib", "index.js");
  }

  test("tell each package once, with its licence, its notices and whose files it has", () => {
    install("held", "BSD-3-Clause", { LICENSE: "Held's text\n" });
    const modules = [
      install("@scope/one", "MIT", { "LICENSE.md": "Shared text\r\n" }),
      install("two", "MIT", { license: "Shared text\n" }),
      install("three", "Apache-2.0", {
        LICENSE: "Apache's text",
        NOTICE: "Three's notice",
        "lib/index.js": "/*\n * Copyright (c) Somebody Else\n */\nexport {};\n",
        "lib/index.js.map": JSON.stringify({
          sources: ["../src/index.ts", "../../node_modules/.pnpm/held@0.9.0_x@1/node_modules/held/index.js"],
        }),
      }),
      join(folder, "src", "ours.ts"),
      "\0bundler/runtime.js",
    ];
    const parts = thirdPartyNotices([...modules, ...modules]).split(/\n-{80}\n\n/);
    expect(parts).toEqual([
      "Code of these packages is part of this one, under their licences.\n",
      "@scope/one 1.2.3: MIT\ntwo 1.2.3: MIT\n\nShared text\n",
      "held 0.9.0 (in three 1.2.3): BSD-3-Clause\n\nHeld's text\n",
      "three 1.2.3: Apache-2.0\n\nIn some files: Copyright (c) Somebody Else\n\nApache's text\n\nThree's notice\n",
    ]);
  });

  test("a package that may not be bundled ends the build", () => {
    const noText = install("no-text", "MIT", {});
    const noLicence = install("no-licence", undefined, { LICENSE: "All rights reserved" });
    const strict = install("strict", "GPL-3.0-only", { LICENSE: "GPL" });
    expect(() => thirdPartyNotices([noText])).toThrow(
      "no-text 1.2.3 is bundled without a licence: its text belongs into scripts/licences/no-text/<id>.txt",
    );
    expect(() => thirdPartyNotices([noLicence])).toThrow(
      "no-licence 1.2.3 is bundled, its licence is not told.",
    );
    expect(() => thirdPartyNotices([strict])).toThrow(
      "strict 1.2.3 is bundled, its licence is GPL-3.0-only.",
    );
  });
});

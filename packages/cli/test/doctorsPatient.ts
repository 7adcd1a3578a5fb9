import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { expect } from "vitest";
import type { Place, RunOptions } from "./place.ts";

export interface Told {
  readonly check: string;
  readonly level: string;
  readonly what: string;
  readonly todo?: string;
  readonly fixed?: string;
  readonly fixable: boolean;
}

export async function examine(place: Place, argv: readonly string[] = [], options: RunOptions = {}) {
  const { code, out, err } = await place.run(["doctor", "--json", ...argv], options);
  expect(err).toBe("");
  const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: Told[] };
  expect(ok).toBe(code === 0);
  return { code, findings, of: (check: string) => findings.filter((finding) => finding.check === check) };
}

/** The checks that found something, without what is only noted. */
export const wrong = (findings: readonly Told[]) =>
  findings
    .filter(({ level }) => level === "warning" || level === "error")
    .map(({ check, level }) => `${check} ${level}`);

export function writeLock(place: Place, port: number, lock: object, mode = 0o600): string {
  mkdirSync(place.locks, { recursive: true, mode: 0o700 });
  const file = join(place.locks, `${port}.lock`);
  const whole = { ideName: "Peer", workspaceFolders: [place.folder], authToken: "t", ...lock };
  writeFileSync(file, JSON.stringify(whole), { mode });
  return file;
}

export function serveIn(place: Place, folders = [place.folder], name = "Fake Editor") {
  return serve(new FakeEditor({ name, folders }), place.options);
}

/** A `claude` that tells this version. */
export function installClaude(place: Place, script: string): void {
  place.write(join(place.root, "bin", "claude"), `#!/bin/sh\n${script}\n`, 0o755);
}

export async function listening(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FoundIde } from "@idebridge/sdk";
import type { Uri } from "vscode";
import { workspaceKey } from "./workspaceKey.ts";

/** Who serves a folder when there are two. */
export type Choice = "idebridge" | "other";

/** What the user has chosen in a workspace, for each editor that was met there. In a file, as for `KeptPause`. */
export class Choices {
  readonly #folder: string;

  /** `storage` is that of all windows. */
  constructor(storage: Uri) {
    this.#folder = storage.fsPath;
  }

  of({ name }: FoundIde): Choice | undefined {
    return this.#read()[name];
  }

  keep({ name }: FoundIde, choice: Choice): void {
    const file = this.#file();
    if (file === undefined) return;
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(file, JSON.stringify({ ...this.#read(), [name]: choice }));
  }

  #read(): Readonly<Record<string, Choice>> {
    const file = this.#file();
    if (file === undefined) return {};
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch {
      return {};
    }
  }

  #file(): string | undefined {
    const key = workspaceKey();
    return key && join(this.#folder, `choices-${key}.json`);
  }
}

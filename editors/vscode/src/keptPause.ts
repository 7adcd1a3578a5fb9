import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Uri } from "vscode";
import { workspaceKey } from "./workspaceKey.ts";

/** That sharing is paused in a workspace. In a file: VS Code writes its own state later, and a reload may be faster. */
export class KeptPause {
  readonly #folder: string;

  /** `storage` is that of all windows. */
  constructor(storage: Uri) {
    this.#folder = storage.fsPath;
  }

  isKept(): boolean {
    const file = this.#file();
    return file !== undefined && existsSync(file);
  }

  keep(isPaused: boolean): void {
    const file = this.#file();
    if (file === undefined) return;
    mkdirSync(this.#folder, { recursive: true });
    if (isPaused) writeFileSync(file, "");
    else rmSync(file, { force: true });
  }

  #file(): string | undefined {
    const key = workspaceKey();
    return key && join(this.#folder, `paused-${key}`);
  }
}

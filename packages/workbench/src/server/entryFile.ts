import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const folderPrefix = "idebridge-entry-";
const fileName = "workbench.html";
/** Well beyond the life of a ticket. */
const leftBehindMilliseconds = 10 * 60_000;

/**
 * A page that hands a ticket in as soon as it is opened, as a form: so it is in no address, and hence in no history. In
 * a folder of its own, which only this user may enter.
 */
export function writeEntryFile(action: string, ticket: string): string {
  removeLeftBehind();
  const file = join(mkdtempSync(join(tmpdir(), folderPrefix)), fileName);
  const html = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>idebridge</title>
<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
<noscript><button>Open the workbench</button></noscript>
</form>
<script>document.forms[0].submit()</script>
`;
  writeFileSync(file, html, { flag: "wx", mode: 0o600 });
  return file;
}

export function removeEntryFile(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}

/** Removes what an idebridge that was killed could not. */
function removeLeftBehind(): void {
  for (const folder of entryFolders()) {
    try {
      if (!isLeftBehind(folder)) continue;
      rmSync(join(folder, fileName), { force: true });
      // Not with all that is in it: a folder that holds more was not made here.
      rmdirSync(folder);
    } catch {
      // Not ours after all, or gone meanwhile.
    }
  }
}

function entryFolders(): string[] {
  try {
    const names = readdirSync(tmpdir()).filter((name) => name.startsWith(folderPrefix));
    return names.map((name) => join(tmpdir(), name));
  } catch {
    // One may write to a folder that one may not list.
    return [];
  }
}

function isLeftBehind(folder: string): boolean {
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || Date.now() - stats.mtimeMs < leftBehindMilliseconds) return false;
  // Windows knows neither, and has a temporary folder for each user.
  return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o7777) === 0o700);
}

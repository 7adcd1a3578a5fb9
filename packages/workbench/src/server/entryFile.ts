import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/**
 * A page that hands a ticket in as soon as it is opened, as a form: so it is in no address, and hence in no history. In
 * a folder of its own, which only this user may enter.
 */
export function writeEntryFile(action: string, ticket: string): string {
  const file = join(mkdtempSync(join(tmpdir(), "idebridge-entry-")), "workbench.html");
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

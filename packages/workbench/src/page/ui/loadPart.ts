import type { Notices } from "../state/notices.ts";

/** Loads a part of the page. An idebridge that was updated meanwhile does not have the parts of an old page any more. */
export async function loadPart<Part>(load: () => Promise<Part>, notices: Notices): Promise<Part | undefined> {
  try {
    return await load();
  } catch {
    const action = { label: "Reload", run: () => location.reload() };
    notices.show(
      { kind: "error", text: "A part of this page is missing: idebridge may have been updated", action },
      60_000,
    );
    return undefined;
  }
}

import { type FileChange, hasCountedLines } from "@idebridge/headless/protocol";
import { Counts } from "../ui/counts.tsx";

/** How many lines a change has, where that is known. */
export function ChangeCounts({ change }: { readonly change: FileChange }) {
  if (!hasCountedLines(change)) return <span class="list-note">lines not known</span>;
  return <Counts added={change.added} removed={change.removed} />;
}

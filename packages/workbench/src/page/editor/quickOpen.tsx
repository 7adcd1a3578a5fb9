import type { FoundFiles } from "@idebridge/headless/protocol";
import { useEffect, useRef, useState } from "preact/hooks";
import { useWorkbench } from "../state/workbench.ts";
import { Chooser } from "../ui/chooser.tsx";
import { Matched } from "../ui/matched.tsx";

/** Before anything was searched for, be it the empty name. */
const none: FoundFiles & { readonly query?: string } = { files: [], searched: 0, isCut: false };

/** Goes to a file by some letters of its name; `:12` goes to that line. */
export function QuickOpen() {
  const { link, documents, view, notices } = useWorkbench();
  const [query, setQuery] = useState("");
  const [found, setFound] = useState(none);
  const latest = useRef("");
  const { name, line } = readQuery(query);
  latest.current = name;
  useEffect(() => {
    void notices.attempt(async () => {
      const result = await link.request("files/find", { query: name, limit: 50 });
      if (latest.current === name) setFound({ ...result, query: name });
    });
  }, [name]);
  const close = () => (view.dialog.value = undefined);
  const note = `${found.files.length} of ${found.searched}${found.isCut ? " and more" : ""} files`;
  return (
    <Chooser
      label="Go to file"
      placeholder="Name of a file, :line"
      choices={found.files}
      isPending={found.query !== name}
      keyOf={({ path }) => path}
      draw={({ shown, matches }) => <Matched text={shown} matches={matches} />}
      note={note}
      onQuery={setQuery}
      onClose={close}
      onChoose={({ path }) => {
        close();
        void documents.show(path, line === undefined ? undefined : { line: line - 1, character: 0 });
      }}
    />
  );
}

function readQuery(query: string): { name: string; line?: number } {
  const match = /^(.*?):(\d+)?$/.exec(query);
  if (!match) return { name: query };
  const line = match[2] === undefined ? undefined : Number(match[2]);
  return { name: match[1] ?? "", ...(line !== undefined && line > 0 && { line }) };
}

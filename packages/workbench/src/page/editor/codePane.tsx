import { useEffect, useRef, useState } from "preact/hooks";
import type { CodeEditor } from "../code/codeEditor.ts";
import type { DocumentText } from "../state/documentText.ts";
import { useWorkbench } from "../state/workbench.ts";
import { loadPart } from "../ui/loadPart.ts";
import { visible } from "../ui/visible.ts";

const editors = new WeakMap<DocumentText, CodeEditor>();

/** The editor of the document that is shown. Its code is fetched with the first one. */
export function CodePane({ text }: { readonly text: DocumentText }) {
  const { documents, problems, session, view, notices, commandTarget } = useWorkbench();
  const parent = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<CodeEditor | undefined>(undefined);

  useEffect(() => {
    let shown: CodeEditor | undefined;
    let isGone = false;
    void loadPart(() => import("../code/codeEditor.ts"), notices).then((part) => {
      if (isGone || !parent.current || !part) return;
      const { path } = text;
      shown = editors.get(text);
      shown ??= new part.CodeEditor({
        path,
        text: text.current,
        label: `Text of ${visible(session.shown(path))}`,
        wrap: view.isNarrow.value,
        typed: (read) => text.typed(read),
        selected: (range) => documents.selected(path, range),
        hover: (at) => documents.hover(path, at),
        goToDefinition: (at) => void documents.goToDefinition(path, at),
      });
      editors.set(text, shown);
      shown.attach(parent.current);
      commandTarget.editor = shown;
      setEditor(shown);
    });
    return () => {
      isGone = true;
      shown?.detach();
      commandTarget.editor = undefined;
      setEditor(undefined);
    };
  }, [text]);

  const incoming = text.incoming.value;
  useEffect(() => {
    if (incoming) editor?.show(incoming.text);
  }, [editor, incoming]);

  const found = problems.byPath.value.get(text.path);
  useEffect(() => editor?.showProblems(found ?? []), [editor, found]);

  const place = documents.place.value;
  useEffect(() => {
    if (!editor || place?.path !== text.path) return;
    documents.place.value = undefined;
    if (place.at) editor.goTo(place.at);
    else editor.focus();
  }, [editor, place]);

  return <div class="code" ref={parent} />;
}

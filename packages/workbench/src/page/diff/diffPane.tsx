import { useEffect, useRef, useState } from "preact/hooks";
import { useWorkbench } from "../state/workbench.ts";
import { loadPart } from "../ui/loadPart.ts";
import type { DiffEvents, DiffScene } from "./diffScene.ts";
import type { DiffView } from "./diffView.ts";

interface DiffPaneProps {
  /** Another key is another diff. */
  readonly id: string;
  readonly path: string;
  readonly label: string;
  readonly layout: "unified" | "split";
  readonly wrap: boolean;
  readonly scene: DiffScene;
  readonly isEditing?: boolean;
  readonly events: Omit<DiffEvents, "edited"> & { readonly edited?: (text: () => string) => void };
}

/** A diff in a place of the page. Its code is fetched when the first one is shown. */
export function DiffPane({ id, path, label, layout, wrap, scene, isEditing = false, events }: DiffPaneProps) {
  const { notices } = useWorkbench();
  const parent = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<DiffView | undefined>(undefined);
  const latest = useRef({ scene, events });
  latest.current = { scene, events };

  useEffect(() => {
    let created: DiffView | undefined;
    let isGone = false;
    void loadPart(() => import("./diffView.ts"), notices).then((part) => {
      if (isGone || !parent.current || !part) return;
      const forwarded: DiffEvents = {
        act: (hunk, action) => latest.current.events.act(hunk, action),
        unfold: (line) => latest.current.events.unfold(line),
        edited: () => latest.current.events.edited?.(() => created!.text()),
      };
      created = new part.DiffView(
        { parent: parent.current, layout, path, wrap, label, events: forwarded },
        latest.current.scene,
      );
      setView(created);
      parent.current.dataset.ready = id;
    });
    return () => {
      isGone = true;
      created?.destroy();
      setView(undefined);
    };
  }, [id, layout, wrap]);

  useEffect(() => view?.show(scene), [view, scene]);
  useEffect(() => {
    if (view && scene.current !== undefined) view.goTo(scene.current);
  }, [view, scene.current]);
  useEffect(() => view?.setEditing(isEditing), [view, isEditing]);

  return <div class="diff" ref={parent} />;
}

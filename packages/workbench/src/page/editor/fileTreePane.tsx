import { useEffect, useRef, useState } from "preact/hooks";
import { keyLabel } from "../commands/command.ts";
import type { TreeRow } from "../state/fileTree.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { VirtualList } from "../ui/virtualList.tsx";
import { visible } from "../ui/visible.ts";

/** Fingers are wider than a pointer. */
const rowHeights = { narrow: 36, wide: 24 };

/** The files of the workspace, however many: arrow keys move, Enter opens. */
export function FileTreePane() {
  const { tree, documents, view } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = tree.rows.value;
  const rowHeight = view.isNarrow.value ? rowHeights.narrow : rowHeights.wide;
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const index = Math.max(
    0,
    rows.findIndex(({ entry }) => entry.path === chosen),
  );

  const reveal = (at: number) => {
    const element = scroller.current;
    if (!element) return;
    const top = at * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  useEffect(() => {
    const active = documents.activePath.value;
    const at = rows.findIndex(({ entry }) => entry.path === active);
    if (at >= 0) reveal(at);
  }, [documents.activePath.value]);

  const choose = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (!row) return;
    setChosen(row.entry.path);
    reveal(rows.indexOf(row));
  };
  const open = ({ entry }: TreeRow) => {
    if (entry.kind === "folder") void tree.toggle(entry.path);
    else if (entry.kind === "file" && entry.problem === undefined) {
      view.isListShown.value = false;
      void documents.choose(entry.path);
    }
  };
  const pressed = (event: KeyboardEvent) => {
    const row = rows[index];
    if (!row) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => choose(index + 1),
      ArrowUp: () => choose(index - 1),
      PageDown: () => choose(index + 20),
      PageUp: () => choose(index - 20),
      Home: () => choose(0),
      End: () => choose(rows.length - 1),
      Enter: () => open(row),
      " ": () => open(row),
      ArrowRight: () => (row.entry.kind === "folder" && !row.isOpen ? open(row) : choose(index + 1)),
      ArrowLeft: () => (row.isOpen ? open(row) : choose(parentOf(rows, index))),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };

  return (
    <nav class="side tree-side" aria-label="Files">
      <header class="side-head">
        <h2>Files</h2>
        <span class="spacer" />
        <Button
          icon="search"
          label="Go to file"
          iconOnly
          kind="quiet"
          keys={keyLabel("Mod+P")}
          onClick={() => (view.dialog.value = "quickOpen")}
        />
      </header>
      <div
        class="tree"
        ref={scroller}
        role="tree"
        aria-label="Files of the workspace"
        tabIndex={0}
        aria-activedescendant={rows.length > 0 ? `tree-${index}` : undefined}
        onKeyDown={pressed}
        onFocus={() =>
          chosen === undefined &&
          choose(rows.findIndex(({ entry }) => entry.path === documents.activePath.value))
        }
      >
        <VirtualList
          rows={rows}
          rowHeight={rowHeight}
          scroller={scroller}
          draw={(row, at) => (
            <TreeItem
              key={row.entry.path}
              row={row}
              id={`tree-${at}`}
              height={rowHeight}
              isChosen={at === index}
              onOpen={() => {
                setChosen(row.entry.path);
                open(row);
              }}
            />
          )}
        />
      </div>
    </nav>
  );
}

interface TreeItemProps {
  readonly row: TreeRow;
  readonly id: string;
  readonly height: number;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

function TreeItem({ row, id, height, isChosen, onOpen }: TreeItemProps) {
  const { documents, problems } = useWorkbench();
  const { entry, level, isOpen } = row;
  const isFolder = entry.kind === "folder";
  const isActive = documents.activePath.value === entry.path;
  const hasErrors = problems.byPath.value.get(entry.path)?.some(({ severity }) => severity === "error");
  const classes = [
    "tree-item",
    isChosen && "is-chosen",
    isActive && "is-active",
    entry.isIgnored && "is-ignored",
    entry.problem !== undefined && "is-closed",
    hasErrors && "has-errors",
  ];
  return (
    <div
      id={id}
      class={classes.filter(Boolean).join(" ")}
      role="treeitem"
      tabIndex={-1}
      aria-level={level}
      aria-expanded={isFolder ? isOpen : undefined}
      aria-selected={isActive}
      aria-disabled={entry.problem !== undefined}
      title={entry.problem ?? visible(entry.path)}
      style={{ paddingLeft: `${level * 14 - 4}px`, height: `${height}px` }}
      onClick={onOpen}
      onKeyDown={() => {}}
    >
      <span class={`tree-arrow${isOpen ? " is-open" : ""}`}>{isFolder && <Icon name="right" />}</span>
      <Icon name={isFolder ? (isOpen ? "folderOpen" : "folder") : "file"} />
      <bdi class="ellipsis">{visible(entry.name)}</bdi>
    </div>
  );
}

function parentOf(rows: readonly TreeRow[], index: number): number {
  const level = rows[index]?.level ?? 1;
  for (let at = index - 1; at >= 0; at--) if (rows[at]!.level < level) return at;
  return index;
}

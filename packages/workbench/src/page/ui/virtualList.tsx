import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";

interface VirtualListProps<Row> {
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly draw: (row: Row, index: number) => ComponentChildren;
}

const spareRows = 12;

/** Draws only the rows that can be seen, of however many. Lives inside of what scrolls. */
export function VirtualList<Row>({ rows, rowHeight, scroller, draw }: VirtualListProps<Row>) {
  const [window, setWindow] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => setWindow({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
  const first = Math.max(0, Math.floor(window.top / rowHeight) - spareRows);
  const last = Math.min(rows.length, Math.ceil((window.top + window.height) / rowHeight) + spareRows);
  return (
    <div role="presentation" style={{ height: `${rows.length * rowHeight}px`, position: "relative" }}>
      <div
        role="presentation"
        style={{ position: "absolute", top: `${first * rowHeight}px`, left: 0, right: 0 }}
      >
        {rows.slice(first, last).map((row, index) => draw(row, first + index))}
      </div>
    </div>
  );
}

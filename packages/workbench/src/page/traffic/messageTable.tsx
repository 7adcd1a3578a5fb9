import type { TrafficMessage } from "@idebridge/headless/protocol";
import { useEffect, useRef } from "preact/hooks";
import { slowMilliseconds } from "../state/traffic.ts";
import { useWorkbench } from "../state/workbench.ts";
import { VirtualList } from "../ui/virtualList.tsx";
import { visible } from "../ui/visible.ts";

const rowHeight = 26;

/** One line a message, the latest at the end; follows it while the end is in view. */
export function MessageTable({ messages }: { readonly messages: readonly TrafficMessage[] }) {
  const { traffic } = useWorkbench();
  const scroller = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [messages]);
  const index = messages.findIndex(({ id }) => id === traffic.chosen.value);
  const move = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const next = messages[index + by];
    if (by === 0 || !next) return;
    event.preventDefault();
    traffic.chosen.value = next.id;
    const top = (index + by) * rowHeight;
    const element = scroller.current!;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
  };
  return (
    <div
      class="messages"
      ref={scroller}
      role="listbox"
      aria-label="Messages"
      tabIndex={0}
      aria-activedescendant={index >= 0 ? `message-${messages[index]!.id}` : undefined}
      onKeyDown={move}
      onScroll={({ currentTarget }) => {
        const { scrollTop, clientHeight, scrollHeight } = currentTarget;
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - rowHeight;
      }}
    >
      <VirtualList
        rows={messages}
        rowHeight={rowHeight}
        scroller={scroller}
        draw={(message) => <MessageRow key={message.id} message={message} />}
      />
    </div>
  );
}

function MessageRow({ message }: { readonly message: TrafficMessage }) {
  const { traffic } = useWorkbench();
  const { id, at, client, direction, kind, method, milliseconds, bytes } = message;
  const isChosen = traffic.chosen.value === id;
  const isIn = direction === "fromAgent";
  const isSlow = milliseconds !== undefined && milliseconds >= slowMilliseconds;
  return (
    <div
      id={`message-${id}`}
      class={`message message-${kind}${isChosen ? " is-chosen" : ""}`}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={() => (traffic.chosen.value = isChosen ? undefined : id)}
      onKeyDown={() => {}}
    >
      <time dateTime={at}>{clock(at)}</time>
      <span class={`arrow ${isIn ? "arrow-in" : "arrow-out"}`} aria-hidden="true">
        {isIn ? "→" : "←"}
      </span>
      <span class="visually-hidden">{isIn ? "from" : "to"}</span>
      <span class="message-client ellipsis">{visible(client.name)}</span>
      <span class="message-method ellipsis">
        {method === "" ? "answer to something earlier" : visible(method)}
      </span>
      <span class="message-kind">{kind}</span>
      <span class={`message-time${isSlow ? " is-slow" : ""}`}>
        {milliseconds === undefined ? "" : duration(milliseconds)}
      </span>
      <span class="message-size">{size(bytes)}</span>
    </div>
  );
}

function clock(at: string): string {
  const date = new Date(at);
  return `${date.toLocaleTimeString([], { hour12: false })}.${String(date.getMilliseconds()).padStart(3, "0")}`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1) return "<1 ms";
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`;
}

import type { ComponentChildren } from "preact";
import { visible } from "./visible.ts";

/** A text with the characters marked that were typed. */
export function Matched({ text, matches }: { readonly text: string; readonly matches: readonly number[] }) {
  const marked = new Set(matches);
  const parts: ComponentChildren[] = [];
  let start = 0;
  while (start < text.length) {
    const isMarked = marked.has(start);
    let end = start + 1;
    while (end < text.length && marked.has(end) === isMarked) end++;
    const part = visible(text.slice(start, end));
    parts.push(isMarked ? <mark key={start}>{part}</mark> : part);
    start = end;
  }
  return <bdi class="ellipsis">{parts}</bdi>;
}

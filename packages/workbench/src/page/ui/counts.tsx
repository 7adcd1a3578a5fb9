interface CountsProps {
  readonly added: number;
  readonly removed: number;
  /** Not counted one by one. */
  readonly isRough?: boolean | undefined;
}

/** How many lines come and go. */
export function Counts({ added, removed, isRough = false }: CountsProps) {
  const about = isRough ? "~" : "";
  const told = `${isRough ? "at most " : ""}${added} lines added, ${removed} removed`;
  return (
    <span class="counts" role="img" aria-label={told}>
      <span class="count-added">{`${about}+${added}`}</span>
      <span class="count-removed">{`${about}−${removed}`}</span>
    </span>
  );
}

/** How many lines come and go. */
export function Counts({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span class="counts" role="img" aria-label={`${added} lines added, ${removed} removed`}>
      <span class="count-added">+{added}</span>
      <span class="count-removed">−{removed}</span>
    </span>
  );
}

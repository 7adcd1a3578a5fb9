import { visible } from "./visible.ts";

/** A path: the name, then its folder in a lighter tone. The whole of it as a tooltip. */
export function FileName({ path }: { readonly path: string }) {
  const shown = visible(path);
  const cut = Math.max(shown.lastIndexOf("/"), shown.lastIndexOf("\\"));
  return (
    <span class="file-name" title={shown}>
      <bdi class="file-base">{shown.slice(cut + 1)}</bdi>
      {cut > 0 && <bdi class="file-folder">{shown.slice(0, cut)}</bdi>}
    </span>
  );
}

import { splitPath } from "./splitPath.ts";
import { visible } from "./visible.ts";

/** A path: the name, then its folder in a lighter tone. The whole of it as a tooltip. */
export function FileName({ path }: { readonly path: string }) {
  const { folder, name } = splitPath(path);
  return (
    <span class="file-name" title={visible(path)}>
      <bdi class="file-base">{visible(name)}</bdi>
      {folder !== "" && <bdi class="file-folder">{visible(folder)}</bdi>}
    </span>
  );
}

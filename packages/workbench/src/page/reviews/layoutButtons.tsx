import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";

/** How diffs are laid out: side by side or in one column; narrow screens have one only. */
export function LayoutButtons() {
  const { preferences, view } = useWorkbench();
  if (view.isNarrow.value) return null;
  const { layout, wrap } = preferences;
  return (
    <fieldset class="button-group" aria-label="Layout of the diff">
      <Button
        icon="split"
        label="Side by side"
        iconOnly
        kind="quiet"
        keys="s"
        pressed={layout.value === "split"}
        onClick={() => (layout.value = "split")}
      />
      <Button
        icon="unified"
        label="One column"
        iconOnly
        kind="quiet"
        keys="s"
        pressed={layout.value === "unified"}
        onClick={() => (layout.value = "unified")}
      />
      {layout.value === "unified" && (
        <Button
          icon="wrap"
          label="Wrap long lines"
          iconOnly
          kind="quiet"
          keys="w"
          pressed={wrap.value === "on"}
          onClick={() => (wrap.value = wrap.value === "on" ? "off" : "on")}
        />
      )}
    </fieldset>
  );
}

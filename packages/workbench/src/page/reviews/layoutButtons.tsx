import { useWorkbench } from "../state/workbench.ts";
import { Button } from "../ui/button.tsx";

/** How diffs are laid out: side by side or in one column; narrow screens have one only. */
export function LayoutButtons() {
  const { preferences, view } = useWorkbench();
  if (view.isNarrow.value) return null;
  const { layout, wrap } = preferences;
  const choice = (value: "split" | "unified", label: string) => (
    <Button
      icon={value}
      label={label}
      iconOnly
      kind="quiet"
      keys="s"
      pressed={layout.value === value}
      onClick={() => (layout.value = value)}
    />
  );
  return (
    <fieldset class="button-group" aria-label="Layout of the diff">
      {choice("split", "Side by side")}
      {choice("unified", "One column")}
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

import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";

interface ButtonProps {
  readonly icon?: IconName;
  readonly kind?: "plain" | "quiet" | "accept" | "reject" | "primary";
  /** The words, read aloud when only the icon is seen. */
  readonly label: string;
  readonly iconOnly?: boolean;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
}

export function Button({
  icon,
  kind = "plain",
  label,
  iconOnly,
  keys,
  pressed,
  disabled,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}${iconOnly ? " button-icon" : ""}`}
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-label={iconOnly ? label : undefined}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && <span class="button-label">{label}</span>}
      {children}
    </button>
  );
}

import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing yet, and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div class="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

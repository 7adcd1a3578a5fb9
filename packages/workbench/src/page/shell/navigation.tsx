import { type PanelName, panelNames } from "../state/view.ts";
import { useWorkbench } from "../state/workbench.ts";
import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";

const looks: Readonly<Record<PanelName, { readonly title: string; readonly icon: IconName }>> = {
  reviews: { title: "Reviews", icon: "review" },
  changes: { title: "Changes", icon: "changes" },
  editor: { title: "Editor", icon: "editor" },
  notebooks: { title: "Notebooks", icon: "notebook" },
  clients: { title: "Clients", icon: "clients" },
  traffic: { title: "Traffic", icon: "traffic" },
};

export function Navigation() {
  const workbench = useWorkbench();
  const { view, reviews, changes, session, documents, executions } = workbench;
  const counts: Partial<
    Record<PanelName, { readonly count: number; readonly what: string; readonly isUrgent?: boolean }>
  > = {
    reviews: { count: reviews.open.value.length, what: "to review", isUrgent: true },
    changes: { count: changes.unseen.value, what: "not looked at" },
    editor: { count: documents.open.value.filter(({ isDirty }) => isDirty).length, what: "not saved" },
    notebooks: { count: executions.asked.value.length, what: "to be allowed", isUrgent: true },
    clients: { count: session.clients.value.length, what: "connected" },
  };
  return (
    <nav class="navigation" aria-label="Panels">
      {panelNames.map((name, index) => {
        const { title, icon } = looks[name];
        const badge = counts[name];
        return (
          <a
            key={name}
            href={`#${name}`}
            class="nav-item"
            aria-current={view.panel.value === name ? "page" : undefined}
            title={`${title} (${index + 1})`}
          >
            <Icon name={icon} />
            <span>{title}</span>
            {badge && badge.count > 0 && (
              <span class={`badge${badge.isUrgent ? " badge-urgent" : ""}`}>
                {badge.count}
                <span class="visually-hidden"> {badge.what}</span>
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

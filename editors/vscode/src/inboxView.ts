import { basename, dirname } from "node:path";
import type { Client } from "@idebridge/sdk";
import {
  type Disposable,
  EventEmitter,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  window,
  workspace,
} from "vscode";
import type { Bridge } from "./bridge.ts";
import { plainText } from "./plainText.ts";
import type { Reviews } from "./reviews/reviews.ts";
import type { ShownReview } from "./reviews/shownReview.ts";

type Entry =
  | { readonly type: "review"; readonly review: ShownReview }
  | { readonly type: "client"; readonly client: Client };

/** The pending reviews, and below them the agents that are connected. */
export function showInbox(bridge: Bridge, reviews: Reviews): readonly Disposable[] {
  const changed = new EventEmitter<void>();
  const provider: TreeDataProvider<Entry> = {
    onDidChangeTreeData: changed.event,
    getChildren: () => [
      ...reviews.list().map((review) => ({ type: "review" as const, review })),
      ...(bridge.server?.clients ?? []).map((client) => ({ type: "client" as const, client })),
    ],
    getTreeItem: (entry) =>
      entry.type === "review"
        ? reviewItem(entry.review, (bridge.server?.clients.length ?? 0) > 1)
        : clientItem(entry.client),
  };
  const view = window.createTreeView("idebridge.inbox", { treeDataProvider: provider });
  const show = () => {
    const waiting = reviews.list().length;
    view.badge = {
      value: waiting,
      tooltip: waiting === 1 ? "1 change to review" : `${waiting} changes to review`,
    };
    changed.fire();
  };
  return [view, changed, bridge.onDidChange(show), reviews.onDidChange(show)];
}

/** With several agents, each review says whose it is. */
function reviewItem(review: ShownReview, hasOthers: boolean): TreeItem {
  const { proposal, client, isNewFile } = review;
  const item = new TreeItem(plainText(basename(proposal.path)), TreeItemCollapsibleState.None);
  const folder = dirname(workspace.asRelativePath(proposal.path));
  const facts = [isNewFile && "new", folder !== "." && folder, hasOthers && `by ${client.name}`];
  item.description = plainText(facts.filter(Boolean).join(", "));
  item.tooltip = plainText(
    `${client.name} ${client.version} proposes to ${isNewFile ? "create" : "change"} ${proposal.path}`,
  );
  item.iconPath = new ThemeIcon(isNewFile ? "diff-added" : "diff-modified");
  item.command = { command: "idebridge.showReview", title: "Show", arguments: [review.proposalUri] };
  return item;
}

function clientItem({ name, version, pid, folders, connectedAt }: Client): TreeItem {
  const item = new TreeItem(plainText(`${name} ${version}`), TreeItemCollapsibleState.None);
  item.description = plainText(folders.map((folder) => basename(folder)).join(", "));
  const process = pid === undefined ? "" : `, process ${pid}`;
  item.tooltip = `Connected since ${connectedAt.toLocaleTimeString()}${process}`;
  item.iconPath = new ThemeIcon("plug");
  return item;
}

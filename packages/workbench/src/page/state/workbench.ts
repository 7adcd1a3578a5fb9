import type { ControlEvent, Status } from "@idebridge/headless/protocol";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CodeEditor } from "../code/codeEditor.ts";
import { ControlLink } from "../link/controlLink.ts";
import { Activities } from "./activities.ts";
import { Changes } from "./changes.ts";
import { Documents } from "./documents.ts";
import { Executions } from "./executions.ts";
import { FileTree } from "./fileTree.ts";
import { Notices } from "./notices.ts";
import { Preferences } from "./preferences.ts";
import { Problems } from "./problems.ts";
import { Reviews } from "./reviews.ts";
import { baseName, Session } from "./session.ts";
import { Traffic } from "./traffic.ts";
import { type PanelName, View } from "./view.ts";

/** What the page knows of one thing. */
interface Part {
  hear(event: ControlEvent): void;
  /** Asks for all of it, whenever the connection is there again. */
  refresh(): Promise<void>;
}

/** Everything that the page knows. */
export class Workbench {
  readonly link: ControlLink;
  readonly view = new View();
  readonly notices = new Notices();
  readonly preferences = new Preferences();
  readonly session: Session;
  readonly reviews: Reviews;
  readonly changes: Changes;
  readonly documents: Documents;
  readonly problems: Problems;
  readonly tree: FileTree;
  readonly executions: Executions;
  readonly activities: Activities;
  readonly traffic: Traffic;
  /** What commands of the editor work on. */
  readonly commandTarget: { editor?: CodeEditor | undefined } = {};
  readonly #parts: readonly Part[];

  constructor(url: string) {
    const { notices, preferences, view } = this;
    this.link = new ControlLink(
      url,
      (event) => this.#hear(event),
      (status) => this.#online(status),
    );
    this.session = new Session(this.link);
    this.reviews = new Reviews(this.link, notices, preferences, sessionStorage);
    this.changes = new Changes(this.link, notices);
    this.documents = new Documents(this.link, notices, view);
    this.problems = new Problems(this.link);
    this.tree = new FileTree(this.link, notices);
    this.executions = new Executions(this.link, notices);
    this.activities = new Activities(this.link);
    this.traffic = new Traffic(this.link);
    const { reviews, changes, documents, problems, executions, activities, traffic } = this;
    this.#parts = [reviews, changes, documents, problems, executions, activities, traffic];
  }

  #hear(event: ControlEvent): void {
    this.session.hear(event);
    for (const part of this.#parts) part.hear(event);
    if (event.type === "warning") this.notices.show({ kind: "error", text: event.message });
    if (event.type === "changesChanged") void this.tree.refresh();
    if (event.type === "toolCalled" && event.tool === "openFile") this.#opened(event);
    if (event.type === "executionAsked") {
      this.#pointTo("notebooks", `${event.execution.client.name} wants to run code`);
    }
    if (event.type === "reviewOpened") {
      const { client, path } = event.review;
      this.#pointTo("reviews", `${client.name} wants to change ${baseName(path)}`);
    }
  }

  #online(status: Status): void {
    this.session.online(status);
    for (const part of this.#parts) void this.notices.attempt(() => part.refresh());
    void this.tree.refresh(status.folders);
  }

  /** Something waits in a panel that the user does not see. */
  #pointTo(panel: PanelName, text: string): void {
    if (this.view.panel.value === panel) return;
    const action = { label: "Look", run: () => this.view.go(panel) };
    this.notices.show({ kind: "info", text, action }, 15_000);
  }

  /** An agent points to a file: the user goes there, or does not. */
  #opened({ client, arguments: given }: Extract<ControlEvent, { type: "toolCalled" }>): void {
    const { filePath } = (given ?? {}) as { filePath?: unknown };
    if (typeof filePath !== "string") return;
    const action = { label: "Show", run: () => void this.documents.show(filePath) };
    this.notices.show(
      { kind: "info", text: `${client.name} points to ${baseName(filePath)}`, action },
      10_000,
    );
  }
}

const context = createContext<Workbench | undefined>(undefined);

export const WorkbenchProvider = context.Provider;

export function useWorkbench(): Workbench {
  const workbench = useContext(context);
  if (!workbench) throw new Error("There is no workbench around this component");
  return workbench;
}

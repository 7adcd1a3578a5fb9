import type { ControlEvent, Status } from "@idebridge/headless/protocol";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { ControlLink } from "../link/controlLink.ts";
import { Notices } from "./notices.ts";
import { Preferences } from "./preferences.ts";
import { Reviews } from "./reviews.ts";
import { Session } from "./session.ts";
import { View } from "./view.ts";

/** Everything that the page knows. */
export class Workbench {
  readonly link: ControlLink;
  readonly view = new View();
  readonly notices = new Notices();
  readonly preferences = new Preferences();
  readonly session: Session;
  readonly reviews: Reviews;

  constructor(url: string) {
    this.link = new ControlLink(
      url,
      (event) => this.#hear(event),
      (status) => this.#online(status),
    );
    this.session = new Session(this.link);
    this.reviews = new Reviews(this.link, this.notices, this.preferences);
  }

  #hear(event: ControlEvent): void {
    this.session.hear(event);
    this.reviews.hear(event);
    if (event.type === "warning") this.notices.show({ kind: "error", text: event.message });
  }

  #online(status: Status): void {
    this.session.online(status);
    void this.notices.attempt(() => this.reviews.refresh());
  }
}

const context = createContext<Workbench | undefined>(undefined);

export const WorkbenchProvider = context.Provider;

export function useWorkbench(): Workbench {
  const workbench = useContext(context);
  if (!workbench) throw new Error("There is no workbench around this component");
  return workbench;
}

import type { Logger, Server } from "@idebridge/sdk";
import type { ControlEvent } from "../control/controlProtocol.ts";
import type { HeadlessEditor } from "../headlessEditor.ts";
import type { LazyLanguages } from "./lazyLanguages.ts";

export interface LanguageUsers {
  readonly editor: HeadlessEditor;
  readonly server: Server;
  readonly tell: (event: ControlEvent) => void;
  readonly logger: Logger | undefined;
}

/** An agent that comes back within this time finds them as they were. */
const restMilliseconds = 5 * 60_000;

/**
 * Language servers are started when an agent comes, and told ahead of need of what is opened and proposed here.
 * What they find is told to front ends.
 */
export function joinLanguages(
  languages: LazyLanguages,
  { editor, server, tell, logger }: LanguageUsers,
): void {
  const failed = (error: unknown) =>
    logger?.error?.("language servers could not be started", { error: String(error) });
  const track = (path: string) => {
    languages
      .servers()
      .then((servers) => servers.track(path))
      .catch(failed);
  };
  let resting: NodeJS.Timeout | undefined;
  const rest = () => {
    const isNeeded = server.clients.length > 0 || editor.documents.list().length > 0;
    if (!isNeeded) languages.rest().catch(failed);
  };
  server.subscribe((event) => {
    if (event.type === "clientReady") languages.clientReady().catch(failed);
    if (event.type !== "clientDisconnected") return;
    languages.clientLeft(event.client.id);
    clearTimeout(resting);
    resting = setTimeout(rest, restMilliseconds).unref();
  });
  editor.documents.subscribe((event) => {
    if (event.type === "opened") track(event.document.path);
    else if (event.document) languages.ifLoaded?.happened(event.document.path);
  });
  editor.inbox.subscribe((event) => {
    if (event.type === "reviewOpened") track(event.review.path);
  });
  languages.watch((event) => {
    if (event.type === "servers") tell({ type: "languageServersChanged", servers: languages.infos() });
    else tell({ type: "diagnosticsChanged", files: event.files, problems: languages.problems() });
  });
}

import type { ClientInfo, ControlEvent, LanguageServerInfo, Status } from "@idebridge/headless/protocol";
import type { Selection } from "@idebridge/sdk/core";
import { computed, signal } from "@preact/signals";
import type { ControlLink } from "../link/controlLink.ts";
import { splitPath } from "../ui/splitPath.ts";

/** The idebridge behind the page: what it serves, who is there, what they are told. */
export class Session {
  readonly name = signal("idebridge");
  readonly version = signal("");
  readonly folders = signal<readonly string[]>([]);
  readonly clients = signal<readonly ClientInfo[]>([]);
  readonly paused = signal(false);
  readonly selection = signal<Selection | undefined>(undefined);
  readonly languageServers = signal<readonly LanguageServerInfo[]>([]);
  readonly folder = computed(() => this.folders.value[0] ?? "");
  readonly #link: ControlLink;
  #wantsServers = false;

  constructor(link: ControlLink) {
    this.#link = link;
  }

  online(status: Status): void {
    this.name.value = status.name;
    this.version.value = status.version;
    this.folders.value = status.folders;
    this.clients.value = status.clients;
    this.paused.value = status.paused;
    this.selection.value = status.selection;
    this.languageServers.value = status.languageServers;
    if (this.#wantsServers) void this.lookForServers();
  }

  hear(event: ControlEvent): void {
    if (event.type === "clientsChanged") this.clients.value = event.clients;
    if (event.type === "sharingChanged") this.paused.value = event.paused;
    if (event.type === "selectionChanged") this.selection.value = event.selection;
    if (event.type === "languageServersChanged") this.languageServers.value = event.servers;
  }

  /** Also those that nobody has needed yet. From now on whenever the connection is there again. */
  async lookForServers(): Promise<void> {
    this.#wantsServers = true;
    // When it is cut meanwhile, the next one asks.
    const servers = await this.#link.request("languageServers/list").catch(() => undefined);
    if (servers) this.languageServers.value = servers;
  }

  async togglePaused(): Promise<void> {
    await this.#link.request("sharing/pause", { paused: !this.paused.value });
  }

  /** A path as it is shown: from its workspace folder if it is in one. */
  shown(path: string): string {
    for (const folder of this.folders.value) {
      if (path === folder) return baseName(folder);
      const start = folder.endsWith("/") || folder.endsWith("\\") ? folder : folder + separatorOf(folder);
      if (path.startsWith(start)) return path.slice(start.length);
    }
    return path;
  }
}

export function baseName(path: string): string {
  return splitPath(path).name;
}

function separatorOf(folder: string): string {
  return folder.includes("\\") && !folder.includes("/") ? "\\" : "/";
}

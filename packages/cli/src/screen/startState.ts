import type { Status } from "@idebridge/headless";
import type { Size } from "../terminal/grid.ts";
import type { ScreenOptions, ScreenState } from "./screenState.ts";

/** The screen before anything is known. */
export function startState(options: ScreenOptions, size: Size, now: number): ScreenState {
  const position = { cursor: 0, top: 0 };
  return {
    options,
    size,
    now,
    hasFocus: true,
    connection: "opening",
    status: noStatus,
    knowsServers: false,
    reviews: [],
    prompts: [],
    code: [],
    codeTop: 0,
    codeArmedAt: 0,
    log: [],
    page: "inbox",
    lists: { inbox: position, changes: position, log: position, status: position },
    diff: undefined,
    helpTop: undefined,
    question: undefined,
    notice: undefined,
    arrivedAt: 0,
    drafts: new Map(),
    ownTexts: [],
  };
}

const noStatus: Status = {
  name: "idebridge",
  version: "",
  pid: 0,
  port: 0,
  dialect: "",
  folders: [],
  startedAt: "",
  paused: false,
  clients: [],
  pendingReviews: 0,
  unseenChanges: 0,
  selection: undefined,
  problems: { errors: 0, warnings: 0 },
  languageServers: [],
  kernels: [],
};

export { AlreadyRunning } from "./alreadyRunning.ts";
export { type ConnectControlOptions, ControlClient, connectControl } from "./control/controlClient.ts";
export type {
  CalledTool,
  ChangeTexts,
  ClientActivity,
  ClientInfo,
  ControlEvent,
  ControlMethod,
  ControlRequests,
  DecidedReview,
  DocumentInfo,
  FileChange,
  FolderContents,
  FolderEntry,
  FoundFile,
  FoundFiles,
  HeldDecision,
  LanguageServerInfo,
  PendingReview,
  ProblemCounts,
  PromptChanges,
  RevertRequest,
  RevertResult,
  ReviewTexts,
  Status,
  TimelineEntry,
  TrafficMessage,
  WorkbenchLink,
} from "./control/controlProtocol.ts";
export { DocumentError } from "./documents/documentError.ts";
export { DocumentStore } from "./documents/documentStore.ts";
export { type DiagnosticsProvider, HeadlessEditor, type HeadlessEditorOptions } from "./headlessEditor.ts";
export { type HeadlessIde, type HeadlessOptions, startHeadless } from "./headlessIde.ts";
export { Inbox } from "./inbox.ts";
export { findInstance, type Instance, readInstance, stateFolder } from "./instance.ts";
export type { StartWorkbench, Workbench, WorkbenchMemory, WorkbenchPlace } from "./workbench.ts";

export { AlreadyRunning } from "./alreadyRunning.ts";
export { openStandaloneCode } from "./code/openStandaloneCode.ts";
export type { StandaloneCode, StandaloneCodeOptions } from "./code/standaloneCode.ts";
export type {
  CodeActionInfo,
  CodeLines,
  CodePlace,
  CodePlaces,
  CodePosition,
  CodeRequests,
  CodeSymbol,
  CodeSymbols,
  ForAgent,
  RefactoredFile,
  RefactoringResult,
} from "./control/codeProtocol.ts";
export {
  type ConnectControlOptions,
  ControlClient,
  type ControlRequestOptions,
  connectControl,
} from "./control/controlClient.ts";
export type { ControlEvent, ControlMethod, ControlRequests } from "./control/controlProtocol.ts";
export type * from "./control/controlTypes.ts";
export { counted } from "./control/counted.ts";
export { hasCountedLines } from "./control/hasCountedLines.ts";
export { isNotRevertible } from "./control/isNotRevertible.ts";
export { isUnannounced } from "./control/isUnannounced.ts";
export { decisionWords, outcomeWords } from "./control/outcomeWords.ts";
export { shellWord } from "./control/shellWord.ts";
export { DocumentError } from "./documents/documentError.ts";
export { DocumentStore } from "./documents/documentStore.ts";
export { realFolder } from "./documents/realFolder.ts";
export {
  type CodeRunner,
  type DiagnosticsProvider,
  HeadlessEditor,
  type HeadlessEditorOptions,
} from "./headlessEditor.ts";
export { type HeadlessIde, type HeadlessOptions, startHeadless } from "./headlessIde.ts";
export { Inbox } from "./inbox.ts";
export { findInstance, type Instance, readInstance, stateFolder } from "./instance.ts";
export { isOwnCommand } from "./isOwnCommand.ts";
export { type ExaminedServer, examineLanguages } from "./languages/examineLanguages.ts";
export type { LanguageService } from "./languages/languageService.ts";
export type { BundledServers, LanguageSettings, ServerSettings } from "./languages/serverDefinition.ts";
export { hangAdvice, isHanging } from "./notAnswering.ts";
export type { NotebookSettings } from "./notebooks/notebookSettings.ts";
export type {
  BrowserSession,
  RememberedWorkbench,
  StartWorkbench,
  Workbench,
  WorkbenchMemory,
  WorkbenchPlace,
} from "./workbench.ts";
export { writeAdvice } from "./writeAdvice.ts";

export { type CallOptions, Ide, type OpenFileOptions } from "./client/ide.ts";
export type { IdeEvent } from "./client/ideEvent.ts";
export { type Backoff, defaultBackoff } from "./client/ideLink.ts";
export { claudeCode } from "./dialects/claudeCode.ts";
export { type Dialect, type DialectName, dialectNames, isDialectName } from "./dialects/dialect.ts";
export { dialects } from "./dialects/index.ts";
export { jetbrains } from "./dialects/jetbrains.ts";
export { kale } from "./dialects/kale.ts";
export { nexus } from "./dialects/nexus.ts";
export { obsidian } from "./dialects/obsidian.ts";
export type {
  Awaitable,
  Call,
  Capability,
  Client,
  CodeOutput,
  CodeResult,
  Decision,
  Diagnostic,
  Editor,
  EditorEvent,
  FileDiagnostics,
  Mention,
  OpenDocument,
  OpenedFile,
  OpenFileRequest,
  Position,
  Proposal,
  Range,
  RelatedInformation,
  Selection,
  SetSelectionRequest,
  Severity,
  TextPattern,
  Unsubscribe,
} from "./editor/editor.ts";
export { findText, positionAt } from "./editor/findText.ts";
export { Listeners } from "./editor/listeners.ts";
export { offsetAt, textIn } from "./editor/textIn.ts";
export { type ConnectOptions, connect } from "./node/connect.ts";
export { type DiscoverOptions, discover, type FoundIde, type Problem } from "./node/discover.ts";
export { type ServeOptions, type Server, serve } from "./node/serve.ts";
export { type ErrorCode, IdeBridgeError, RpcError } from "./protocol/errors.ts";
export { defaultLimits, type Limits } from "./protocol/limits.ts";
export type { Logger } from "./protocol/logger.ts";
export { type Content, failure, json, type ToolDescription, type ToolResult, text } from "./protocol/mcp.ts";
export { InvalidPath, type Platform, toFileUri, toNativePath } from "./protocol/paths.ts";
export type { CloseReason } from "./protocol/transport.ts";
export type { PassedMessage, ServerEvent } from "./server/serverEvent.ts";
export { defaultDeny, type SharingOptions } from "./server/sharing.ts";
export type { Cursor, DiffResult, DocumentState, OperationName, ProposedChange } from "./tools/operations.ts";
export { defineTool, type SharedEditor, type Tool, type ToolCall } from "./tools/tool.ts";

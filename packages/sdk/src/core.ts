/** The parts that run anywhere, a browser included: bring your own transport. */
export { Ide, type IdeOptions } from "./client/ide.ts";
export { type Backoff, defaultBackoff, type LinkOptions } from "./client/ideLink.ts";
export type { Dialect, DialectName } from "./dialects/dialect.ts";
export { dialects } from "./dialects/index.ts";
export type {
  Client,
  CodeOutput,
  Decision,
  Diagnostic,
  FileDiagnostics,
  Mention,
  OpenDocument,
  Position,
  Proposal,
  Range,
  Selection,
  Severity,
} from "./editor/editor.ts";
export { type Clock, systemClock } from "./protocol/clock.ts";
export { Connection, type ConnectionHandler, type ConnectionOptions } from "./protocol/connection.ts";
export { type ErrorCode, IdeBridgeError, messageOf, RpcError } from "./protocol/errors.ts";
export { isObject, type Params, type RequestId } from "./protocol/jsonRpc.ts";
export { lazy } from "./protocol/lazy.ts";
export { defaultLimits, type Limits } from "./protocol/limits.ts";
export { type Lock, readLock } from "./protocol/lockFile.ts";
export type { Logger } from "./protocol/logger.ts";
export {
  baseName,
  InvalidPath,
  isInside,
  type Platform,
  relativeTo,
  samePath,
  toFileUri,
  toNativePath,
  toSlashPath,
} from "./protocol/paths.ts";
export {
  type CloseReason,
  closeCodes,
  type Transport,
  type TransportReceiver,
} from "./protocol/transport.ts";
export type { Host } from "./server/host.ts";
export { IdeServer, type IdeServerOptions } from "./server/ideServer.ts";
export { Sharing, type SharingOptions, type SharingPlace } from "./server/sharing.ts";
export { jsonSchemaOf } from "./tools/schema.ts";

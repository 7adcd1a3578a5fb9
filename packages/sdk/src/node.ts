/** The parts that need Node, for those who build servers of their own on them. */
export { claudeConfigDir, type Environment, homeFolder, lockFolder } from "./node/configFolders.ts";
export { dialWebSocket } from "./node/dialWebSocket.ts";
export { isPortOpen } from "./node/discover.ts";
export {
  isProcessAlive,
  readLockFile,
  removeLockFile,
  removeStaleLocks,
  writeLockFile,
} from "./node/lockFiles.ts";
export { makePrivateFolder } from "./node/makePrivateFolder.ts";
export { nodeHost, realPath } from "./node/nodeHost.ts";
export { currentPlatform } from "./node/platform.ts";
export { realOf } from "./node/realOf.ts";
export { Strangers } from "./node/strangers.ts";
export { terminalEnvironment } from "./node/terminalEnvironment.ts";
export { createToken, sameToken } from "./node/token.ts";
export { acceptUpgrade } from "./node/webSocketHandshake.ts";
export { type ListenerOptions, WebSocketListener } from "./node/webSocketListener.ts";
export { WebSocketTransport, type WebSocketTransportOptions } from "./node/webSocketTransport.ts";

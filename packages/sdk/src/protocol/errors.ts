/** What can go wrong between the two ends, for programs; the message is for people and says what to do. */
export type ErrorCode =
  | "UNAUTHORIZED"
  | "TOO_MANY_CONNECTIONS"
  | "UNREACHABLE"
  | "NO_IDE_FOUND"
  | "CONNECTION_CLOSED"
  | "TIMEOUT"
  | "TOO_LARGE"
  | "ABORTED"
  | "UNSUPPORTED"
  | "DENIED"
  | "TOOL_FAILED"
  | "UNEXPECTED_ANSWER"
  | "PORT_IN_USE"
  | "LOCK_NOT_WRITABLE"
  | "INVALID_ARGUMENT";

export class IdeBridgeError extends Error {
  override readonly name = "IdeBridgeError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An error as JSON-RPC carries it. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  static readonly parseError = -32700;
  static readonly invalidRequest = -32600;
  static readonly methodNotFound = -32601;
  static readonly invalidParams = -32602;
  static readonly internalError = -32603;
  /** Of ours: more calls in flight than the server allows. */
  static readonly tooManyCalls = -32000;
}

export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return "Unknown error";
  }
}

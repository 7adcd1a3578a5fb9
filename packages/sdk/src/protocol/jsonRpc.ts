import { RpcError } from "./errors.ts";

/** Ids may be 0, "" and null: compare with `undefined`, never by truth. */
export type RequestId = string | number | null;

export type Params = Readonly<Record<string, unknown>>;

export type Message =
  | { readonly kind: "request"; readonly id: RequestId; readonly method: string; readonly params: Params }
  | { readonly kind: "notification"; readonly method: string; readonly params: Params }
  | { readonly kind: "result"; readonly id: RequestId; readonly result: unknown }
  | { readonly kind: "error"; readonly id: RequestId; readonly error: RpcError }
  /** Must be answered with the error. */
  | { readonly kind: "invalid"; readonly id: RequestId; readonly error: RpcError };

const noParams: Params = Object.freeze({});

/** Tells what one decoded JSON value is. Unknown keys are tolerated, as is `"error": null` beside a result. */
export function readMessage(value: unknown): Message {
  if (!isObject(value)) return invalid(null, "a message must be an object");

  const { id, method } = value;
  const validId = isId(id) ? id : null;
  if (method === undefined && id !== undefined) return readResponse(value, validId);

  if (value.jsonrpc !== "2.0") return invalid(validId, 'jsonrpc must be "2.0"');
  if (typeof method !== "string") return invalid(validId, "method must be a string");
  if (id !== undefined && !isId(id)) return invalid(null, "id must be a string, a number or null");

  const params = value.params ?? noParams;
  if (!isObject(params)) {
    if (id === undefined) return { kind: "notification", method, params: noParams };
    const error = new RpcError(RpcError.invalidParams, "Invalid params: params must be an object");
    return { kind: "invalid", id, error };
  }
  return id === undefined
    ? { kind: "notification", method, params }
    : { kind: "request", id, method, params };
}

function readResponse(value: Params, id: RequestId): Message {
  const { result, error } = value;
  if (error !== undefined && error !== null) {
    if (!isObject(error)) {
      // Not `String(error)` of an array: what is in it may be nested too deep, or have a false `toString`.
      const message = Array.isArray(error) ? "Unknown error" : String(error);
      return { kind: "error", id, error: new RpcError(RpcError.internalError, message) };
    }
    const code = typeof error.code === "number" ? error.code : RpcError.internalError;
    const message = typeof error.message === "string" ? error.message : "Unknown error";
    return { kind: "error", id, error: new RpcError(code, message, error.data) };
  }
  if (result !== undefined) return { kind: "result", id, result };
  return invalid(id, "neither a request nor a response");
}

export function encodeRequest(id: RequestId, method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

export function encodeNotification(method: string, params: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", method, params });
}

export function encodeResult(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {} });
}

/** As servers on the Kotlin SDK write it (seed 004). Both official MCP SDKs drop such answers. */
export function encodeResultWithNullError(id: RequestId, result: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, result: result ?? {}, error: null });
}

export function encodeError(id: RequestId, error: RpcError): string {
  const { code, message, data } = error;
  try {
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } });
  } catch {
    // A tool of an author may throw any data, JSON or not.
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
  }
}

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || typeof value === "number" || value === null;
}

function invalid(id: RequestId, why: string): Message {
  return { kind: "invalid", id, error: new RpcError(RpcError.invalidRequest, `Invalid request: ${why}`) };
}

import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { isObject } from "@idebridge/sdk/core";
import type { ZmtpMessage } from "../zmtp/zmtpDecoder.ts";

export interface KernelMessage {
  readonly type: string;
  /** The request that this belongs to. */
  readonly parentId: string | undefined;
  readonly content: Readonly<Record<string, unknown>>;
  /** Bytes that were too many to keep: then there is no content. */
  readonly leftOut: number;
}

/** Who sends, and the secret by which the two ends know each other. */
export interface KernelSession {
  readonly id: string;
  readonly key: string;
}

const delimiter = Buffer.from("<IDS|MSG>");

/** The frames of a request, and the id that its answers will carry. */
export function encodeRequest(
  { id: session, key }: KernelSession,
  type: string,
  content: Readonly<Record<string, unknown>>,
): { readonly id: string; readonly frames: readonly Buffer[] } {
  const id = randomUUID();
  const date = new Date().toISOString();
  const header = { msg_id: id, session, username: "idebridge", date, msg_type: type, version: "5.3" };
  const parts = [header, {}, {}, content].map((part) => Buffer.from(JSON.stringify(part)));
  return { id, frames: [delimiter, Buffer.from(signatureOf(parts, key)), ...parts] };
}

/** `undefined` for what is no message, or was not signed with the key. */
export function decodeMessage({ frames, leftOut }: ZmtpMessage, key: string): KernelMessage | undefined {
  const start = frames.findIndex((frame) => frame.equals(delimiter));
  const [signature, header, parent, metadata, content] = start < 0 ? [] : frames.slice(start + 1);
  if (!signature || !header || !parent || !metadata || !content) return undefined;
  // What was left out cannot be checked. That there was something can be told all the same.
  if (leftOut === 0 && !isSigned([header, parent, metadata, content], signature, key)) return undefined;
  const type = parse(header)?.msg_type;
  if (typeof type !== "string") return undefined;
  const parentId = parse(parent)?.msg_id;
  const body = leftOut > 0 ? {} : parse(content);
  if (body === undefined) return undefined;
  return { type, parentId: typeof parentId === "string" ? parentId : undefined, content: body, leftOut };
}

function isSigned(parts: readonly Buffer[], signature: Buffer, key: string): boolean {
  const expected = Buffer.from(signatureOf(parts, key));
  return expected.length === signature.length && timingSafeEqual(expected, signature);
}

function signatureOf(parts: readonly Buffer[], key: string): string {
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  return hmac.digest("hex");
}

function parse(frame: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(frame.toString("utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

import { hash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";
import type { Handshake } from "../dialects/dialect.ts";

export function createToken(form: Handshake["token"]): string {
  return form === "uuid" ? randomUUID({ disableEntropyCache: true }) : randomBytes(64).toString("base64url");
}

/** Takes the same time whatever the texts: both are hashed, so their lengths do not tell either. */
export function sameToken(expected: string, given: string | undefined): boolean {
  return timingSafeEqual(digest(expected), digest(given ?? "")) && given !== undefined;
}

function digest(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

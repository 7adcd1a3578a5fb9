import { isObject } from "@idebridge/sdk/core";
import type { FileChange } from "../control/controlProtocol.ts";
import type { OpaqueReason } from "./content.ts";

/** One side of a change as the index keeps it: the text itself is a blob. */
export type Side =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly hash: string; readonly mode: number }
  | { readonly kind: "opaque"; readonly why: OpaqueReason | "overLimit"; readonly stamp?: string };

/** A file's change in the index. */
export interface StoredChange extends Omit<FileChange, "kind" | "notRevertible"> {
  readonly prompt: string;
  readonly before: Side;
  readonly after: Side;
  /** Ids of those that were taken back one by one. */
  readonly revertedHunks?: readonly number[];
}

export interface StoredPrompt {
  readonly id: string;
  readonly client: { readonly name: string; readonly version: string; readonly folder?: string };
  readonly startedAt: string;
}

/** A line of the index. The newest line of a change or a prompt is the valid one. */
export type ChangeRecord =
  | { readonly type: "prompt"; readonly prompt: StoredPrompt }
  | { readonly type: "note"; readonly prompt: string; readonly text: string }
  | { readonly type: "change"; readonly change: StoredChange }
  | { readonly type: "forget"; readonly id: string };

/** `undefined` for a line that was cut off, damaged, or written by a version that says more than this one knows. */
export function parseRecord(line: string): ChangeRecord | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRecord(record) ? record : undefined;
}

function isRecord(value: unknown): value is ChangeRecord {
  if (!isObject(value)) return false;
  switch (value.type) {
    case "prompt":
      return isPrompt(value.prompt);
    case "note":
      return isText(value.prompt) && isText(value.text);
    case "change":
      return isChange(value.change);
    case "forget":
      return isText(value.id);
    default:
      return false;
  }
}

function isPrompt(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.client)) return false;
  const { name, version, folder } = value.client;
  return (
    isText(value.id) &&
    isDate(value.startedAt) &&
    isText(name) &&
    isText(version) &&
    (folder === undefined || isText(folder))
  );
}

function isChange(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value.id) &&
    isText(value.prompt) &&
    isText(value.path) &&
    isCount(value.added) &&
    isCount(value.removed) &&
    isDate(value.changedAt) &&
    oneOf(value.beforeFrom, ["announced", "known", "git"]) &&
    oneOf(value.state, ["unseen", "kept", "reverted", "partlyReverted"]) &&
    isSide(value.before) &&
    isSide(value.after) &&
    (value.revertedHunks === undefined ||
      (Array.isArray(value.revertedHunks) && value.revertedHunks.every(isCount)))
  );
}

function isSide(value: unknown): boolean {
  if (!isObject(value)) return false;
  switch (value.kind) {
    case "absent":
      return true;
    case "text":
      return isText(value.hash) && /^[0-9a-f]{64}$/.test(value.hash) && isCount(value.mode);
    case "opaque":
      return isText(value.why) && (value.stamp === undefined || isText(value.stamp));
    default:
      return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isDate(value: unknown): boolean {
  return isText(value) && !Number.isNaN(Date.parse(value));
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function oneOf(value: unknown, allowed: readonly string[]): boolean {
  return isText(value) && allowed.includes(value);
}

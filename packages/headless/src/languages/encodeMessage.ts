import type { Message } from "vscode-languageserver-protocol/node";

/**
 * The body of a message. Half of a surrogate pair is a character to JavaScript and a broken text to many servers, which then never
 * answer: it becomes U+FFFD, which is as long, so that places in the text stay where they are.
 */
export function encodeMessage(message: Message): Buffer {
  const text = JSON.stringify(message);
  return Buffer.from(text.includes("\\ud") ? text.replace(escaped, wellFormed) : text);
}

/** `JSON.stringify` writes whole pairs as they are. Read one after the other, so that `\\ud800` in the text of a file stays. */
const escaped = /\\(?:ud[0-9a-f]{3}|.)/g;

function wellFormed(sequence: string): string {
  return sequence.startsWith("\\ud") ? "\\ufffd" : sequence;
}

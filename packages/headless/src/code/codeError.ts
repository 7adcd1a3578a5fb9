import { IdeBridgeError } from "@idebridge/sdk";

/** A question about code that has no answer. The message is for the model as well as for people: what to do instead. */
export function codeError(message: string): IdeBridgeError {
  return new IdeBridgeError("INVALID_ARGUMENT", message);
}

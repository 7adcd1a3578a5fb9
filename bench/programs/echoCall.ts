export const echoText = "x".repeat(64);

/** A call of the tool as our client writes it. */
export function echoCall(id: number, text = echoText): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"${text}"}}}`;
}

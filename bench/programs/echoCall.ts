export const echoText = "x".repeat(64);

/** A call of the tool as our client writes it, and its answer as our server does. */
export function echoCall(id: number): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"echo","arguments":{"text":"${echoText}"}}}`;
}

export function echoAnswer(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${echoText}"}]}}`;
}

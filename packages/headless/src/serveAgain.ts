import { type Editor, IdeBridgeError, type ServeOptions, type Server, serve } from "@idebridge/sdk";

/** On the port and with the token of last time, so that agents that run find us again. A port that is asked for is a must. */
export async function serveAgain(
  editor: Editor,
  options: ServeOptions,
  last: { readonly port: number; readonly token: string } | undefined,
): Promise<Server> {
  if (last === undefined) return serve(editor, options);
  const again = { ...options, token: last.token };
  if (options.port !== undefined) return serve(editor, again);
  try {
    return await serve(editor, { ...again, port: last.port });
  } catch (error) {
    if (!(error instanceof IdeBridgeError) || error.code !== "PORT_IN_USE") throw error;
    return serve(editor, again);
  }
}

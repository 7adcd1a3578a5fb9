import { type Editor, IdeBridgeError, type ServeOptions, type Server, serve } from "@idebridge/sdk";

/**
 * On the port and with the token of last time, so that agents that run find us again. A port that is asked for is a must.
 * The token goes with the port: agents that come back there tell it to whoever has the port by now.
 */
export async function serveAgain(
  editor: Editor,
  options: ServeOptions,
  last: { readonly port: number; readonly token: string } | undefined,
): Promise<Server> {
  if (last === undefined) return serve(editor, options);
  const { port = last.port } = options;
  if (port !== last.port) return serve(editor, options);
  try {
    return await serve(editor, { ...options, port, token: last.token });
  } catch (error) {
    const isTaken = error instanceof IdeBridgeError && error.code === "PORT_IN_USE";
    if (!isTaken || options.port !== undefined) throw error;
    return serve(editor, options);
  }
}

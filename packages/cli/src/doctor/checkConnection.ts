import { messageOf } from "@idebridge/sdk/core";
import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

/** Connects to the IDE that Claude Code would take, as it would. */
export async function checkConnection({ choice, context, cwd }: Scene): Promise<Finding[]> {
  const { ide } = choice;
  if (ide === undefined) return [];
  const [{ connect, IdeBridgeError }, { version }] = await Promise.all([
    import("@idebridge/sdk"),
    import("../version.ts"),
  ]);
  try {
    await using connected = await connect({
      ide,
      cwd,
      env: context.env,
      reconnect: false,
      handshakeMilliseconds: 5_000,
      callMilliseconds: 5_000,
      clientInfo: { name: "idebridge-doctor", version },
    });
    const { name, version: ideVersion } = connected.serverInfo;
    const what = `${name} ${ideVersion}`.trim();
    return [
      {
        check: "connection",
        level: "ok",
        what: `${what} answers, and offers ${connected.tools.length} tools.`,
      },
    ];
  } catch (error) {
    const isRefused = error instanceof IdeBridgeError && error.code === "UNAUTHORIZED";
    return [
      {
        check: "connection",
        level: "error",
        what: `${ide.name} on port ${ide.port} cannot be connected to: ${messageOf(error)}`,
        why: isRefused
          ? "Its lock file holds another token than the server: it is an old one, or another program has the port."
          : "Claude Code would fail in the same way.",
        todo: "Restart that IDE.",
      },
    ];
  }
}

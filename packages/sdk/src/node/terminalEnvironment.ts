import type { Environment } from "./configFolders.ts";

const loopback = ["127.0.0.1", "localhost"];

/**
 * The variables to set for a terminal in which an agent is started, so that it connects to this server
 * and to no other, and does not go through a proxy to do so.
 */
export function terminalEnvironment(
  port: number,
  env: Environment,
  configDir?: string,
): Record<string, string> {
  const variables: Record<string, string> = {
    CLAUDE_CODE_SSE_PORT: String(port),
    ENABLE_IDE_INTEGRATION: "true",
  };
  if (configDir !== undefined) variables.CLAUDE_CONFIG_DIR = configDir;
  const exceptions = (env.NO_PROXY ?? env.no_proxy ?? "").split(",").map((name) => name.trim());
  const hasProxy = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"].some(
    (name) => env[name],
  );
  if (hasProxy && !exceptions.includes("*")) {
    const all = [...new Set([...exceptions, ...loopback])].filter((name) => name !== "").join(",");
    variables.NO_PROXY = all;
    variables.no_proxy = all;
  }
  return variables;
}

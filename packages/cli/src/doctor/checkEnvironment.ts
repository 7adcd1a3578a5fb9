import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

/** Variables that lead Claude Code astray. */
export function checkEnvironment(scene: Scene): Finding[] {
  return [...checkPort(scene), ...checkProxy(scene)];
}

function checkPort({ context, found, cwd }: Scene): Finding[] {
  const told = context.env.CLAUDE_CODE_SSE_PORT;
  if (!told) return [];
  const check = "ssePort";
  const ide = found.find(({ port, isAlive }) => isAlive && String(port) === told);
  if (ide === undefined) {
    return [
      {
        check,
        level: "error",
        what: `CLAUDE_CODE_SSE_PORT is ${told}, but no IDE listens there.`,
        why: "It sends Claude Code to an IDE that is gone: this terminal belongs to one that was closed or restarted.",
        todo: "unset CLAUDE_CODE_SSE_PORT, or open a new terminal.",
      },
    ];
  }
  if (ide.matches) return [];
  return [
    {
      check,
      level: "warning",
      what: `CLAUDE_CODE_SSE_PORT is ${told}: ${ide.name}, which has ${ide.folders.join(", ") || "no folder"} open, not ${cwd}.`,
      why: "Claude Code, started here, connects to it all the same.",
      todo: "If you do not want that: unset CLAUDE_CODE_SSE_PORT",
    },
  ];
}

const proxies = ["http_proxy", "https_proxy", "all_proxy"];

function checkProxy({ context: { env } }: Scene): Finding[] {
  const set = proxies.flatMap((name) => [name, name.toUpperCase()]).filter((name) => env[name]);
  if (set.length === 0) return [];
  const exceptions = `${env.NO_PROXY ?? ""},${env.no_proxy ?? ""}`.split(",").map((name) => name.trim());
  const spares = exceptions.some(
    (name) => name === "*" || name === "127.0.0.1" || name.startsWith("127.0.0.0/"),
  );
  if (spares) return [];
  const wanted = [...new Set(exceptions), "127.0.0.1", "localhost"].filter((name) => name !== "").join(",");
  return [
    {
      check: "proxy",
      level: "warning",
      what: `${set.join(" and ")} set a proxy, and NO_PROXY does not spare 127.0.0.1.`,
      why: "Claude Code may look for the IDE, which is on this machine, through the proxy, and never find it.",
      todo: `export NO_PROXY='${wanted.replaceAll("'", "")}'`,
    },
  ];
}

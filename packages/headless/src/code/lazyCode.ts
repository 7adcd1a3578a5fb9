import type { CodeRequests, ForAgent } from "../control/codeProtocol.ts";
import type { ControlLine } from "../control/controlLine.ts";
import type { ControlHandlers } from "../control/controlServer.ts";
import type { CodeHandlers, CodeOptions } from "./codeHandlers.ts";

/** Their keys are every request about code: the compiler looks after that. */
const methods = Object.keys({
  "code/definition": 0,
  "code/references": 0,
  "code/hover": 0,
  "code/documentSymbols": 0,
  "code/workspaceSymbols": 0,
  "code/diagnostics": 0,
  "code/rename": 0,
  "code/actions": 0,
  "code/applyAction": 0,
} satisfies Record<keyof CodeRequests, 0>) as readonly (keyof CodeRequests)[];

/** Answers the requests about code; what that needs is loaded with the first of them. */
export function lazyCode(options: () => CodeOptions): Pick<ControlHandlers, keyof CodeRequests> {
  let loaded: Promise<CodeHandlers> | undefined;
  const load = async () => {
    const { codeHandlers } = await import("./codeHandlers.ts");
    return codeHandlers(options());
  };
  const handlers = methods.map((method) => [
    method,
    async (params: ForAgent, _line: ControlLine, signal: AbortSignal) => {
      const { agent, ...question } = params;
      if (agent) options().asked?.(agent, method, question);
      loaded ??= load();
      const handler = (await loaded)[method] as (params: ForAgent, signal: AbortSignal) => Promise<unknown>;
      return handler(params, signal);
    },
  ]);
  return Object.fromEntries(handlers) as Pick<ControlHandlers, keyof CodeRequests>;
}

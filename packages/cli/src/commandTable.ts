import type { Command } from "./command.ts";

/** Every command, in the order of the help. Each is loaded when it is used. */
export const commandTable = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  run: async () => (await import("./commands/run.ts")).run,
  review: async () => (await import("./commands/review.ts")).review,
  workbench: async () => (await import("./commands/workbench.ts")).workbench,
  list: async () => (await import("./commands/list.ts")).list,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  tools: async () => (await import("./commands/tools.ts")).tools,
  call: async () => (await import("./commands/call.ts")).call,
  watch: async () => (await import("./commands/watch.ts")).watch,
  mention: async () => (await import("./commands/mention.ts")).mention,
  select: async () => (await import("./commands/select.ts")).select,
  open: async () => (await import("./commands/open.ts")).open,
  changes: async () => (await import("./commands/changes.ts")).changes,
  revert: async () => (await import("./commands/revert.ts")).revert,
  kernels: async () => (await import("./commands/kernels.ts")).kernels,
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  env: async () => (await import("./commands/env.ts")).env,
  settings: async () => (await import("./commands/settings.ts")).settings,
  completion: async () => (await import("./commands/completion.ts")).completion,
} satisfies Record<string, () => Promise<Command>>;

export type CommandName = keyof typeof commandTable;

export const commandNames = Object.keys(commandTable) as readonly CommandName[];

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandTable, name);
}

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.all(commandNames.map((name) => commandTable[name]()));
}

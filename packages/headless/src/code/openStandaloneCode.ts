import type { StandaloneCode, StandaloneCodeOptions } from "./standaloneCode.ts";

/** Loaded when it is called: few need language servers in a process of their own. */
export async function openStandaloneCode(options: StandaloneCodeOptions): Promise<StandaloneCode> {
  const { StandaloneCode } = await import("./standaloneCode.ts");
  return new StandaloneCode(options);
}

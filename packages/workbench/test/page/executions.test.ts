import type { Execution } from "@idebridge/headless/protocol";
import { expect, it } from "vitest";
import type { ControlLink } from "../../src/page/link/controlLink.ts";
import { Executions } from "../../src/page/state/executions.ts";
import { Notices } from "../../src/page/state/notices.ts";

it("code that is asked about while the lists are on their way does not get lost", async () => {
  let tellKernels = (_: readonly unknown[]) => {};
  const link = {
    request: async (method: string) =>
      method === "kernels/list" ? new Promise((resolve) => (tellKernels = resolve)) : [],
  };
  const executions = new Executions(link as unknown as ControlLink, new Notices());
  const refreshed = executions.refresh();
  await new Promise((resolve) => setTimeout(resolve));
  const execution = { id: 1, client: { id: 1, name: "agent" }, state: "asked" } as Execution;
  executions.hear({ type: "executionAsked", execution });
  tellKernels([]);
  await refreshed;
  expect(executions.asked.value).toEqual([execution]);
});

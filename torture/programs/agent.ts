import { connect } from "@idebridge/sdk";
import { onOrder, programArguments, report } from "../../test/interop/stdio.ts";

/** An agent that does as it is told, until it is killed. */
const { cwd, env } = programArguments() as { cwd: string; env: Record<string, string> };
const clientInfo = { name: "agent", version: "1" };
const ide = await connect({ cwd, env, clientInfo, reconnect: false });

onOrder(({ order, ...facts }) => {
  const asked =
    order === "propose"
      ? ide.openDiff(facts as { path: string; contents: string; title: string })
      : ide.executeCode(facts.code as string);
  asked.then(
    (result) => report("answered", { result }),
    (error: Error) => report("answered", { result: { outcome: "failed", error: error.message } }),
  );
});
report("ready");

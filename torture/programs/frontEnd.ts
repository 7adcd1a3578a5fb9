import { type ControlMethod, type ControlRequests, connectControl } from "@idebridge/headless";
import { onOrder, programArguments, report } from "../../test/interop/stdio.ts";

/** A front end that asks what it is told to ask, until it is killed. */
const { cwd, env } = programArguments() as { cwd: string; env: Record<string, string> };
const control = await connectControl({ cwd, env, name: "victim" });

onOrder(({ method, params }) => {
  const asked = control.request(
    method as ControlMethod,
    ...([params] as unknown as [ControlRequests["reviews/decide"]["params"]]),
  );
  asked.then(
    (result) => report("answered", { result }),
    (error: Error) => report("answered", { error: error.message }),
  );
});
report("ready");

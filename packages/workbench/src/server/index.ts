export { type StartWorkbenchOptions, startWorkbench } from "./startWorkbench.ts";

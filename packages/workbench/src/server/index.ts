export { type BrowserPlace, hasScreen, type Opened, openInBrowser } from "./openInBrowser.ts";
export { type StartWorkbenchOptions, startWorkbench } from "./startWorkbench.ts";

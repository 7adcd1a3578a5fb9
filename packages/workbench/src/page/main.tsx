import "./styles/main.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { warmUp } from "./diff/startReview.ts";
import { Workbench, WorkbenchProvider } from "./state/workbench.ts";

const workbench = new Workbench(
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/control`,
);
render(
  <WorkbenchProvider value={workbench}>
    <App />
  </WorkbenchProvider>,
  document.querySelector("#app")!,
);
void workbench.link.connect();
addEventListener("pagehide", () => workbench.documents.leave());
// The code of diffs and of the worker that compares texts is there when the first review comes.
setTimeout(() => {
  warmUp();
  void import("./diff/diffView.ts").catch(() => {});
}, 300);

import "./styles/main.css";
import { render } from "preact";
import { App } from "./app.tsx";
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

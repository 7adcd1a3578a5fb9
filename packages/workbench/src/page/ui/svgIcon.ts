import { type IconName, iconPaths } from "./iconPaths.ts";

const svg = "http://www.w3.org/2000/svg";

/** An icon for places that preact does not draw. */
function svgIcon(name: IconName): SVGElement {
  const icon = document.createElementNS(svg, "svg");
  icon.setAttribute("class", "icon");
  icon.setAttribute("viewBox", "0 0 16 16");
  icon.setAttribute("aria-hidden", "true");
  icon.appendChild(document.createElementNS(svg, "path")).setAttribute("d", iconPaths[name]);
  return icon;
}

/** The icon of something that can be done with a hunk. */
export function actionIcon(kind: "accept" | "reject" | "plain"): SVGElement | undefined {
  if (kind === "accept") return svgIcon("check");
  return kind === "reject" ? svgIcon("cross") : undefined;
}

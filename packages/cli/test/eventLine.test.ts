import type { ControlEvent } from "@idebridge/headless";
import { expect, it } from "vitest";
import { eventLine } from "../src/serve/eventLine.ts";
import { styleFor } from "../src/style.ts";
import { fileChange, prompt } from "./screen/desk.ts";

it("names a file once, however often a prompt has changed it", () => {
  const again = fileChange("cc", { path: "/w/aa.ts" });
  const event: ControlEvent = {
    type: "changesChanged",
    prompt: prompt("p1", fileChange("aa"), fileChange("bb"), again),
  };
  expect(eventLine(event, "/w", styleFor({ colour: false }))).toBe(
    "✎ claude-code wrote aa.ts, bb.ts (take back: idebridge revert p1)",
  );
});

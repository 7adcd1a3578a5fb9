import type { ControlEvent } from "@idebridge/headless";
import { describe, expect, it } from "vitest";
import { Painter } from "../../src/terminal/painter.ts";
import { Theme } from "../../src/terminal/theme.ts";
import { client, Desk, fileChange, pending, prompt } from "./desk.ts";

const hostile = "\u001b]52;c;ZXZpbA==\u0007\u001b]8;;http://evil.example\u001b\\\u009b2J";
const unseen = "\u202e\u2066\u200b\u200d\ufe0f\u3164\u{e0041}";
const name = `/w/a${unseen}${hostile}.ts`;
const agent = { ...client, name: `agent${hostile}${unseen}`, version: hostile, folders: [`/w${hostile}`] };

/** All that an agent may say, with what must not reach a terminal and what nobody would see. */
function hostileDesk(): Desk {
  const desk = new Desk({ columns: 120, rows: 40 });
  const review = pending(1, name, {
    client: agent,
    title: hostile,
    group: { id: 1, title: hostile, size: 1 },
  });
  desk.arrives(review, `const old${unseen} = 1;\n`, `const ne${unseen}w${hostile} = 1;\n`);
  desk.wrote(
    {
      ...prompt("p1", fileChange("c1", { path: name })),
      client: { ...agent, folder: name },
      notes: [hostile],
    },
    `a${hostile}\n`,
    `b${unseen}\n`,
  );
  const events: ControlEvent[] = [
    { type: "clientsChanged", clients: [agent] },
    { type: "toolCalled", client: agent, tool: hostile, arguments: { path: name } },
    { type: "refused", reason: hostile },
    { type: "warning", message: hostile },
  ];
  for (const event of events) desk.event(event);
  desk.wait(1_000);
  return desk;
}

describe("a hostile agent on the screen", () => {
  it.each([
    ["the review", []],
    ["the inbox", ["1"]],
    ["the changes", ["2"]],
    ["a change", ["2", "enter"]],
    ["the log", ["3"]],
    ["the help", ["?"]],
  ])("%s has a mark for all that a terminal would obey and nobody would see", (place, keys) => {
    const desk = hostileDesk();
    desk.press(...keys);
    const painted = new Painter(new Theme("dark", 256), { columns: 120, rows: 40 }).frame(desk.frame.rows);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the painter's own
    const rest = painted.replace(/\u001b\[\??[\d;]*[A-Za-z]/g, "");
    expect(rest).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
    if (place !== "the help") expect(rest).toMatch(/\ufffd|␛|\\u\{1b\}/);
    if (place === "the review") expect(rest).toMatch(/old\ufffd{7} = 1;.*ne\ufffd{7}w␛\]52/s);
  });

  it.each(["/etc/passwd", "/w/../etc/passwd", "/w-other/a.ts"])(
    "a proposal for %s, outside of the workspace, is shown with all of its path",
    (path) => {
      const desk = new Desk({ columns: 120, rows: 40 });
      desk.arrives(pending(1, path), "a\n", "b\n");
      desk.wait(1_000);
      expect(desk.rows[1]).toContain(path.replace("/w/..", ""));
    },
  );
});

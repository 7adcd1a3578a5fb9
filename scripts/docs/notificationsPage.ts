import type { DialectName } from "@idebridge/sdk/core";
import {
  cart,
  dialectNames,
  ExampleClient,
  exampleEditor,
  folder,
  problem,
  selection,
} from "./exampleProject.ts";
import { codes, jsonBlock, page, table } from "./markdown.ts";

interface Happening {
  readonly title: string;
  readonly note: string;
  /** Makes it happen. What the client hears after that is shown. */
  cause(client: ExampleClient): void;
}

const happenings: readonly Happening[] = [
  {
    title: "A client has introduced itself",
    note: "It is told where the user is. It may also be asked for its folders (`roots/list`), which is not shown here.",
    cause: (client) => client.send({ method: "notifications/initialized" }),
  },
  {
    title: "The selection has changed",
    note: "At most one in 50 ms, always the newest; the same selection is not told twice. Lines and characters count from 0.",
    cause: ({ editor }) =>
      editor.select(cart, { start: selection.range.start, end: selection.range.start }, ""),
  },
  {
    title: "No text editor has the focus",
    note: "Also when the file is not shared, or sharing is paused.",
    cause: ({ editor }) => editor.blur(),
  },
  {
    title: "The user mentions a file",
    note: "A folder looks the same.",
    cause: ({ pair }) => pair.server.mention({ path: cart }),
  },
  {
    title: "The user mentions lines",
    note: "Counted from 0, both included.",
    cause: ({ pair }) => pair.server.mention({ path: cart, lines: { first: 3, last: 7 } }),
  },
  {
    title: "Diagnostics have changed",
    note: "One message for each file.",
    cause: ({ editor }) => editor.setDiagnostics(cart, [problem]),
  },
  {
    title: "The tools have changed",
    note: "Here because the editor cannot review any more.",
    cause: ({ editor }) => editor.setUnavailable("review", true),
  },
];

export async function notificationsPage(): Promise<string> {
  const heard = new Map<DialectName, ReadonlyMap<Happening, readonly object[]>>();
  for (const name of dialectNames) heard.set(name, await listen(name));
  return page(
    "Notifications",
    `What a server tells its clients, in each dialect. The messages come from the real server, for a project in \`${folder}\`.`,
    table(
      ["what happens", ...dialectNames],
      happenings.map((happening) => [
        happening.title,
        ...dialectNames.map((name) => codes(heard.get(name)!.get(happening)!.map(methodOf))),
      ]),
    ),
    ...happenings.flatMap((happening) => [
      `## ${happening.title}`,
      happening.note,
      ...groups(heard, happening).flatMap(([messages, names]) => [
        `${codes(names)}:`,
        messages.length === 0 ? "Nothing." : messages.map(jsonBlock).join("\n\n"),
      ]),
    ]),
  );
}

async function listen(name: DialectName): Promise<ReadonlyMap<Happening, readonly object[]>> {
  await using client = await ExampleClient.open(name, exampleEditor());
  await client.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "docs", version: "1.0.0" },
  });
  const heard = new Map<Happening, readonly object[]>();
  for (const happening of happenings) {
    await client.arrived();
    happening.cause(client);
    heard.set(
      happening,
      (await client.arrived()).filter((message) => !("id" in message)),
    );
  }
  return heard;
}

/** The dialects that say the same, together. */
function groups(
  heard: ReadonlyMap<DialectName, ReadonlyMap<Happening, readonly object[]>>,
  happening: Happening,
): (readonly [readonly object[], DialectName[]])[] {
  const found = new Map<string, readonly [readonly object[], DialectName[]]>();
  for (const [name, byHappening] of heard) {
    const messages = byHappening.get(happening)!;
    const key = JSON.stringify(messages);
    const group = found.get(key) ?? [messages, []];
    group[1].push(name);
    found.set(key, group);
  }
  return [...found.values()];
}

function methodOf(message: object): string {
  return "method" in message ? String(message.method) : "?";
}

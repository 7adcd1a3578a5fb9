import type { ControlMethod } from "@idebridge/headless";
import { evilValue, type Json, spoil } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { fileIn } from "./fromSchema.ts";

type Parameters = (random: Random, workspace: string) => Json;

const none: Parameters = () => ({});
const id: Parameters = (random) => ({ id: random.pick([0, 2, 3, 99, -1, 1.5, 2 ** 53]) });
const change: Parameters = (random) => ({ id: random.pick(["abc", "", "abc.1", ".", "__proto__"]) });
const file: Parameters = (random, workspace) => ({ path: fileIn(random, workspace) });
const place: Parameters = (random, workspace) => ({
  path: fileIn(random, workspace),
  line: random.pick([0, 1, 1_000, -1, 2 ** 53]),
  symbol: random.pick(["a", "b", "nothing", ""]),
});

/** A good request of each kind. Those that end what is under attack, or decide the review that stands, are left out. */
const requests: Readonly<Record<Exclude<ControlMethod, "attach">, Parameters>> = {
  status: none,
  "reviews/list": none,
  "reviews/read": id,
  "reviews/decide": (random, workspace) => ({
    ...id(random, workspace),
    decision: random.pick<unknown>([{ outcome: "accepted", contents: "x" }, { outcome: "rejected" }, {}]),
  }),
  "reviews/undo": id,
  "reviews/draft": (random, workspace) => ({
    id: random.pick([1, Number(id(random, workspace).id)]),
    draft: random.pick<unknown>([null, {}, { hunks: [] }, { decisions: { 1: "accepted" } }]),
  }),
  "reviews/history": none,
  "languageServers/list": none,
  "changes/list": none,
  "changes/read": change,
  "changes/revert": (random, workspace) => ({ ...change(random, workspace), hunks: [0, -1] }),
  "changes/keep": change,
  "files/timeline": file,
  "files/list": file,
  "files/find": (random) => ({
    query: random.pick(["", "a", "zzz", "x".repeat(3_000), "[("]),
    limit: random.pick([0, 5, -1, 1e9]),
  }),
  "clients/list": none,
  "traffic/watch": (random) => ({ watch: random.chance(0.5) }),
  "workbench/link": (random) => ({ file: random.chance(0.3) }),
  "documents/list": none,
  "documents/open": place,
  "documents/edit": (random, workspace) => ({
    ...file(random, workspace),
    text: random.pick(["", "text\n", "\0", "\ud800", "x\r\ny\r"]),
    version: random.pick([0, 1, 2, 3, -1]),
  }),
  "documents/save": (random, workspace) => ({ ...file(random, workspace), overwrite: random.chance(0.5) }),
  "documents/revert": file,
  "documents/undo": file,
  "documents/format": file,
  "documents/close": (random, workspace) => ({ ...file(random, workspace), discard: random.chance(0.5) }),
  "diagnostics/list": none,
  "executions/list": none,
  "executions/read": id,
  "executions/decide": (random, workspace) => ({ ...id(random, workspace), allow: random.chance(0.5) }),
  "executions/interrupt": id,
  "kernels/list": none,
  "kernels/restart": file,
  select: (random, workspace) => ({
    ...file(random, workspace),
    range: { start: position(random), end: position(random) },
    forAgents: random.chance(0.5),
  }),
  mention: (random, workspace) => ({
    ...file(random, workspace),
    lines: random.pick<unknown>([undefined, { first: 0, last: 1 }, { first: 5, last: 1 }, []]),
    clientId: random.pick([undefined, 1, 99]),
  }),
  "sharing/pause": () => ({ paused: false }),
  "code/definition": place,
  "code/references": place,
  "code/hover": place,
  "code/documentSymbols": file,
  "code/workspaceSymbols": (random) => ({ query: random.pick(["", "a", "x".repeat(3_000)]) }),
  "code/diagnostics": file,
  "code/rename": (random, workspace) => ({
    ...place(random, workspace),
    newName: random.pick(["c", "", "not a name"]),
  }),
  "code/actions": place,
  "code/applyAction": (random, workspace) => ({ ...place(random, workspace), title: "no such action" }),
};

function position(random: Random): unknown {
  return { line: random.pick([0, 1, 99, -1, 1e300]), character: random.pick([0, 3, 2 ** 53, -5]) };
}

const methods = Object.keys(requests) as (keyof typeof requests)[];

export function hostileRequest(id: number, random: Random, workspace: string): Json {
  const method = random.pick(methods);
  const params = requests[method](random, workspace);
  for (let count = random.below(3); count > 0; count--) spoil(params, random);
  // What stands is the review with the number 1: no spoilt number may decide it.
  if (method === "reviews/decide" && params.id === 1) params.id = 2;
  if (method === "sharing/pause" && random.chance(0.9)) params.paused = false;
  const message: Json = {
    jsonrpc: "2.0",
    id,
    method,
    params: random.chance(0.03) ? evilValue(random) : params,
  };
  if (random.chance(0.03)) spoil(message, random);
  return message;
}

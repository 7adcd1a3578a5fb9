import { setTimeout as sleep } from "node:timers/promises";
import { frame, opcodes } from "../../test/fuzz/frames.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { type Address, upgradeRequest } from "../../test/fuzz/rawSocket.ts";
import type { Project } from "../../test/idebridge/project.ts";
import { RoughClient, type ToolAnswer } from "../roughClient.ts";
import type { Violations } from "../violations.ts";
import { addition, type Wish, wishes } from "./decideAsAsked.ts";

export interface Session {
  readonly address: Address;
  readonly project: Project;
  readonly random: Random;
  readonly violations: Violations;
  called(): void;
  /** One more, or one less, that does not read. */
  stalled(by: 1 | -1): void;
}

type Manner = (session: Session) => Promise<void>;

let count = 0;
const largeText = "a line of a very long text\n".repeat(80_000);

/** How clients behave. Each is one connection, or some, from beginning to end. */
export const manners: Readonly<Record<string, Manner>> = {
  async works(session) {
    const client = await enter(session);
    for (let calls = 5 + session.random.below(30); calls > 0; calls--) await callRightly(client, session);
    await client?.leave();
  },

  async "comes back again and again"(session) {
    for (let visits = 3 + session.random.below(5); visits > 0; visits--) {
      const client = await enter(session);
      await callRightly(client, session);
      await client?.vanish(session.random.chance(0.5));
    }
  },

  async "vanishes in the middle of calls"(session) {
    const client = await enter(session);
    for (let calls = 1 + session.random.below(20); calls > 0; calls--) callAnything(client, session);
    await pause(session);
    await client?.vanish(session.random.chance(0.5));
  },

  async "leaves with reviews pending"(session) {
    const client = await enter(session);
    for (let reviews = 1 + session.random.below(5); reviews > 0; reviews--) {
      client?.call("openDiff", proposal(session, "nobody")).catch(() => {});
    }
    await pause(session);
    await (session.random.chance(0.5) ? client?.leave() : client?.vanish());
  },

  async stalls(session) {
    const client = await enter(session);
    session.stalled(1);
    try {
      client?.stall();
      // The answers are more than may wait for it: it is hung up on, and nobody else notices.
      for (let answers = 10; answers > 0; answers--) {
        const large = { ...proposal(session, "accept"), new_file_contents: largeText };
        client?.call("openDiff", large).catch(() => {});
      }
      for (let calls = 40; calls > 0; calls--) callAnything(client, session);
      await sleep(500 + session.random.below(1_500));
    } finally {
      session.stalled(-1);
    }
    await client?.vanish(session.random.chance(0.5));
  },

  async "sends half a frame"(session) {
    const client = await enter(session);
    await callRightly(client, session);
    const text = JSON.stringify({ jsonrpc: "2.0", id: 9, method: "tools/list", params: {} });
    const whole = frame(opcodes.text, Buffer.from(text));
    client?.write(whole.subarray(0, 1 + session.random.below(whole.length - 1)));
    await pause(session);
    await client?.vanish(session.random.chance(0.5));
  },

  async "sends half a handshake"({ address, random }) {
    const client = await RoughClient.dial(address);
    const request = upgradeRequest(address);
    client.write(request.slice(0, random.below(request.length)));
    await sleep(random.below(200));
    await client.vanish(random.chance(0.5));
  },
};

/** `undefined` when there is no place just now, as others are not known to be gone yet: then there is nothing to do. */
function enter({ address, project, random }: Session): Promise<RoughClient | undefined> {
  return RoughClient.introduced(address, `rough ${random.below(100)}`, project.folder);
}

/** Waits for the answer, and looks at it. */
async function callRightly(client: RoughClient | undefined, session: Session): Promise<void> {
  if (client === undefined) return;
  const { project, random, violations } = session;
  session.called();
  const [tool, args, isRight] = random.pick<() => RightCall>([
    () => ["getWorkspaceFolders", {}, has(project.folder)],
    () => ["getOpenEditors", {}, has("tabs")],
    () => ["openFile", { filePath: project.path("right.ts"), preview: true }, has("right.ts")],
    () => ["getDiagnostics", { uri: `file://${project.path("wrong.ts")}` }, has("wrong.ts")],
    () => ["getCurrentSelection", {}, ({ isError }) => !isError],
    () => ["close_tab", { tab_name: "none" }, ({ isError }) => !isError],
    () => {
      const wish = random.pick(wishes);
      const asked = proposal(session, wish);
      return ["openDiff", asked, ({ texts }) => isDecided(wish, asked, texts)];
    },
  ])();
  const answer = await client.call(tool, args).catch((error: unknown) => String(error));
  const isFine = typeof answer !== "string" && isRight(answer);
  violations.expect(isFine, `a wrong answer to ${tool}`, { args, answer });
}

type RightCall = readonly [tool: string, args: object, isRight: (answer: ToolAnswer) => boolean];

const has = (part: string) => (answer: ToolAnswer) => !answer.isError && answer.texts.join().includes(part);

function isDecided(wish: Wish, { new_file_contents }: Proposal, [verdict, text]: readonly string[]): boolean {
  if (wish === "reject") return verdict === "DIFF_REJECTED";
  const wanted = wish === "edit" ? `${new_file_contents}${addition}` : new_file_contents;
  return verdict === "FILE_SAVED" && text === wanted;
}

/** Does not wait for the answer. */
function callAnything(client: RoughClient | undefined, session: Session): void {
  const { project, random } = session;
  const [tool, args] = random.pick<readonly [string, object]>([
    ["getOpenEditors", {}],
    ["openFile", { filePath: project.path("large.txt"), preview: true }],
    ["getDiagnostics", {}],
    ["getDiagnostics", { uri: `file://${project.path("wrong.ts")}` }],
    ["openDiff", proposal(session, random.chance(0.5) ? "nobody" : "accept")],
    ["saveDocument", { filePath: project.path("right.ts") }],
    ["noSuchTool", {}],
  ]);
  session.called();
  client?.call(tool, args).catch(() => {});
}

interface Proposal {
  readonly old_file_path: string;
  readonly new_file_path: string;
  readonly new_file_contents: string;
  readonly tab_name: string;
}

function proposal({ project, random }: Session, wish: Wish | "nobody"): Proposal {
  const path = project.path(random.pick(["right.ts", "large.txt", "new.txt"]));
  return {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "a line that is new\n".repeat(1 + random.below(500)),
    tab_name: `${wish} ${count++}`,
  };
}

function pause({ random }: Session): Promise<void> {
  return sleep(random.below(100));
}

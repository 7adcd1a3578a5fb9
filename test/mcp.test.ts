import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, test, vi } from "vitest";
import { idebridgeProgram } from "./idebridge/pipedProgram.ts";
import { Project } from "./idebridge/project.ts";

const files = {
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true}}\n',
  "greet.ts":
    '/** Says hello. */\nexport function greet(name: string): string {\n  return "Hello " + name;\n}\n',
  "one.ts": 'import { greet } from "./greet";\n\nexport const one = greet("one");\n',
  "two.ts": 'import { greet } from "./greet";\n\nexport const two: number = greet("two");\n',
};
const renamed = (text: string) => text.replace("{ greet }", "{ welcome }").replaceAll("greet(", "welcome(");

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: string; readonly properties?: object };
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** What the tests need of an MCP client, which both generations of the official SDK have. */
interface McpClient extends AsyncDisposable {
  readonly pid: number;
  readonly progress: string[];
  tools(): Promise<readonly Tool[]>;
  call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<string>;
}

type Connect = (project: Project) => Promise<McpClient>;

const clientInfo = { name: "official", version: "1" };

function server({ folder, env }: Project) {
  return { command: process.execPath, args: [idebridgeProgram, "mcp"], cwd: folder, env: { ...env } };
}

/** The text of an answer; of a failure, after "failed: ". */
function textOf(result: unknown): string {
  const { content, isError } = result as { content: { text: string }[]; isError?: boolean };
  return `${isError ? "failed: " : ""}${content.map(({ text }) => text).join("\n")}`;
}

interface CallOptions {
  readonly onprogress: (progress: { readonly message?: string | undefined }) => void;
  readonly resetTimeoutOnProgress: true;
  readonly signal?: AbortSignal;
}

/** The generations differ in where a call has its options, and only in that. */
function mcpClient(
  pid: number,
  client: { listTools(): Promise<{ tools: unknown }>; close(): Promise<void> },
  callTool: (call: { name: string; arguments: Record<string, unknown> }, options: CallOptions) => unknown,
): McpClient {
  const progress: string[] = [];
  return {
    pid,
    progress,
    tools: async () => (await client.listTools()).tools as readonly Tool[],
    call: async (name, args, signal) =>
      textOf(
        await callTool(
          { name, arguments: args },
          {
            onprogress: ({ message }) => progress.push(message ?? ""),
            resetTimeoutOnProgress: true,
            ...(signal && { signal }),
          },
        ),
      ),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

const connect1: Connect = async (project) => {
  const client = new Client1(clientInfo);
  const transport = new Stdio1(server(project));
  await client.connect(transport);
  return mcpClient(transport.pid!, client, (call, options) => client.callTool(call, undefined, options));
};

const connect2: Connect = async (project) => {
  const client = new Client2(clientInfo);
  const transport = new Stdio2(server(project));
  await client.connect(transport);
  return mcpClient(transport.pid!, client, (call, options) => client.callTool(call, options));
};

/** A front end that sees what is pending and decides it. */
async function reviewer(project: Project) {
  const control = await project.control("tester");
  const pending = (count: number) =>
    vi.waitFor(
      async () => {
        const reviews = await control.request("reviews/list");
        expect(reviews.length).toBe(count);
        return reviews;
      },
      { timeout: 20_000, interval: 50 },
    );
  const idOf = async (name: string) =>
    (await control.request("reviews/list")).find(({ path }) => path === project.path(name))!.id;
  return {
    control,
    pending,
    async accept(name: string, edit = (text: string) => text) {
      const id = await idOf(name);
      const { proposal } = await control.request("reviews/read", { id });
      const decision = { outcome: "accepted", contents: edit(proposal.contents) } as const;
      await control.request("reviews/decide", { id, decision });
    },
    async reject(name: string, message: string) {
      const id = await idOf(name);
      await control.request("reviews/decide", { id, decision: { outcome: "rejected" }, message });
    },
    [Symbol.dispose]: () => control.close(),
  };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const place = { file: "one.ts", line: 3, symbol: "greet" };
const rename = { ...place, newName: "welcome" };

describe.each([
  ["1", connect1],
  ["2", connect2],
] as const)("idebridge mcp, with the official client of generation %s", (_generation, connect) => {
  test("offers its tools, and answers every question, while idebridge runs", async () => {
    await using project = new Project(files);
    const idebridge = await project.serve();
    await using client = await connect(project);
    const tools = await client.tools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["goToDefinition", true],
      ["findReferences", true],
      ["documentSymbols", true],
      ["workspaceSymbols", true],
      ["hover", true],
      ["diagnostics", true],
      ["rename", false],
      ["codeActions", true],
      ["applyCodeAction", false],
    ]);
    expect(tools[0]?.inputSchema).toMatchObject({
      type: "object",
      properties: {
        file: { type: "string" },
        line: { type: "integer", minimum: 1 },
        symbol: { type: "string" },
      },
      required: ["file", "line"],
    });
    expect(await client.call("goToDefinition", place)).toBe(
      "greet.ts:2:17: export function greet(name: string): string {",
    );
    // The user sees what an agent wants to know.
    await idebridge.printed(/official asks code\/definition one\.ts/);
    expect(
      (await client.call("findReferences", { ...place, file: project.path("one.ts") })).split("\n").sort(),
    ).toEqual([
      "greet.ts:2:17: export function greet(name: string): string {",
      'one.ts:1:10: import { greet } from "./greet";',
      'one.ts:3:20: export const one = greet("one");',
      'two.ts:1:10: import { greet } from "./greet";',
      'two.ts:3:28: export const two: number = greet("two");',
    ]);
    expect(await client.call("documentSymbols", { file: "greet.ts" })).toBe("function greet: 2-4");
    expect(await client.call("workspaceSymbols", { query: "greet" })).toContain(
      "greet.ts:2:17: function greet",
    );
    expect(await client.call("hover", place)).toMatch(/greet\(name: string\): string[\s\S]*Says hello\./);
    expect(await client.call("diagnostics", { file: "two.ts" })).toMatch(
      /^two\.ts:3:14: error: Type 'string' is not assignable to type 'number'\. \(2322/,
    );
    expect(await client.call("diagnostics", { file: "one.ts" })).toBe("There are no problems.");
    expect(await client.call("hover", { ...place, line: 2 })).toBe(
      'failed: Line 2 of one.ts has no "greet"; it is in line 1, 3',
    );
    expect(await client.call("hover", { file: "one.ts" })).toMatch(/^failed: line: /);
    expect(await client.call("hover", { file: "/etc/passwd", line: 1 })).toMatch(
      /^failed: .*not in the workspace/,
    );
  });

  test("rename: accepted, and written only then", async () => {
    await using project = new Project({ ...files, "other.txt": "before\n" });
    await project.serve();
    // While an agent is connected, what is written is recorded.
    await using agent = await project.agent();
    await agent.closeAllDiffs();
    await using client = await connect(project);
    using user = await reviewer(project);
    const answer = client.call("rename", rename);
    const reviews = await user.pending(3);
    expect(reviews.map(({ client: { name }, group }) => [name, group])).toEqual(
      Array(3).fill(["official", { id: 1, title: "Rename greet to welcome", size: 3 }]),
    );
    for (const name of ["greet.ts", "one.ts"]) await user.accept(name);
    // Long enough for a client to hear that somebody is at work.
    await vi.waitFor(() => expect(client.progress.length).toBeGreaterThan(0), { timeout: 20_000 });
    expect(project.read("greet.ts")).toBe(files["greet.ts"]);
    await user.accept("two.ts");
    expect((await answer).split("\n").sort()).toEqual([
      "- greet.ts: accepted as proposed.",
      "- one.ts: accepted as proposed.",
      "- two.ts: accepted as proposed.",
      "Rename greet to welcome: the user has accepted it, and it is written.",
    ]);
    for (const name of ["greet.ts", "one.ts", "two.ts"] as const)
      expect(project.read(name)).toBe(renamed(files[name]));
    // What language servers say is of the new text at once.
    const found = await client.call("findReferences", { file: "greet.ts", line: 2, symbol: "welcome" });
    expect(
      found
        .split("\n")
        .map((line) => line.slice(0, line.indexOf(":")))
        .sort(),
    ).toEqual(["greet.ts", "one.ts", "one.ts", "two.ts", "two.ts"]);
    // The user has agreed to it: of two changes only the other is one that an agent made without asking.
    project.write("other.txt", "after\n");
    await vi.waitFor(
      async () => {
        const prompts = await user.control.request("changes/list");
        expect(prompts.flatMap((prompt) => prompt.files.map(({ path }) => path))).toEqual([
          project.path("other.txt"),
        ]);
      },
      { timeout: 20_000 },
    );
  });

  test("rename: edited, accepted and rejected, and the model is told which is which", async () => {
    await using project = new Project(files);
    await project.serve();
    await using client = await connect(project);
    using user = await reviewer(project);
    const answer = client.call("rename", rename);
    await user.pending(3);
    await user.accept("greet.ts");
    await user.accept("one.ts", (text) => `// by hand\n${text}`);
    await user.reject("two.ts", "leave that one");
    const told = await answer;
    expect(told).toContain("written in part, 2 of 3 files");
    expect(told).toContain("- greet.ts: accepted as proposed.");
    expect(told).toMatch(/- one\.ts: accepted with changes of the user's own\.[\s\S]*\n\+\/\/ by hand\n/);
    expect(told).toContain(
      "- two.ts: rejected by the user, and said: leave that one. The file is as it was.",
    );
    expect(["greet.ts", "one.ts", "two.ts"].map((name) => project.read(name))).toEqual([
      renamed(files["greet.ts"]),
      `// by hand\n${renamed(files["one.ts"])}`,
      files["two.ts"],
    ]);
  });

  test("rename: all rejected, or a file changed meanwhile: nothing is written", async () => {
    await using project = new Project(files);
    await project.serve();
    await using client = await connect(project);
    using user = await reviewer(project);
    const rejected = client.call("rename", rename);
    await user.pending(3);
    for (const name of ["greet.ts", "one.ts", "two.ts"]) await user.reject(name, "no");
    expect(await rejected).toContain("Rename greet to welcome: nothing was written.");
    const late = client.call("rename", rename);
    await user.pending(3);
    project.write("two.ts", `${files["two.ts"]}// later\n`);
    for (const name of ["greet.ts", "one.ts", "two.ts"]) await user.accept(name);
    expect(await late).toMatch(/nothing was written, because this has changed.*two\.ts/);
    expect([project.read("greet.ts"), project.read("two.ts")]).toEqual([
      files["greet.ts"],
      `${files["two.ts"]}// later\n`,
    ]);
  });

  test("rename: accepted by a setting, where nobody is asked", async () => {
    await using project = new Project(files);
    await project.serve("--review", "accept");
    await using client = await connect(project);
    expect(await client.call("rename", rename)).toContain("it is written");
    expect(project.read("two.ts")).toBe(renamed(files["two.ts"]));
  });

  test("code actions: listed, and applied after review", async () => {
    await using project = new Project({ ...files, "three.ts": 'export const three = greet("three");\n' });
    await project.serve();
    await using client = await connect(project);
    using user = await reviewer(project);
    const lines = { file: "three.ts", line: 1 };
    const listed = await client.call("codeActions", lines);
    const title = /^- (.*import.*?) \[quickfix\]/im.exec(listed)?.[1];
    expect(title, listed).toBeDefined();
    const answer = client.call("applyCodeAction", { ...lines, title });
    await user.pending(1);
    await user.accept("three.ts");
    expect(await answer).toContain("- three.ts: accepted as proposed.");
    expect(project.read("three.ts")).toMatch(
      /^import \{ greet \} from "\.\/greet(\.js)?";\n\nexport const three/,
    );
  });

  test("a call that is cancelled, and a client that leaves, take their proposals back", async () => {
    await using project = new Project(files);
    await project.serve();
    using user = await reviewer(project);
    {
      await using client = await connect(project);
      const abort = new AbortController();
      const cancelled = client.call("rename", rename, abort.signal).catch(() => "cancelled");
      await user.pending(3);
      await user.accept("greet.ts");
      abort.abort();
      expect(await cancelled).toBe("cancelled");
      await user.pending(0);
      void client.call("rename", rename).catch(() => {});
      await user.pending(3);
    }
    await user.pending(0);
    expect(project.read("greet.ts")).toBe(files["greet.ts"]);
  });

  test("an idebridge that is stopped in the midst of a review: nothing is written, and the model is told", async () => {
    await using project = new Project(files);
    const idebridge = await project.serve();
    await using client = await connect(project);
    using user = await reviewer(project);
    const answer = client.call("rename", rename);
    await user.pending(3);
    await user.accept("greet.ts");
    idebridge.kill("SIGTERM");
    await idebridge.ended;
    expect(await answer).toMatch(/^failed: .*(nothing of it was written|Look at the files)/);
    expect(["greet.ts", "one.ts", "two.ts"].map((name) => project.read(name))).toEqual([
      files["greet.ts"],
      files["one.ts"],
      files["two.ts"],
    ]);
    expect(await client.call("goToDefinition", place)).toMatch(/^greet\.ts:2:17: /);
  });

  test("without an idebridge: questions are answered, changes only shown; one that is started later is found", async () => {
    await using project = new Project(files);
    let pid = 0;
    {
      await using client = await connect(project);
      pid = client.pid;
      expect(await client.call("goToDefinition", place)).toMatch(/^greet\.ts:2:17: /);
      const shown = await client.call("rename", rename);
      expect(shown).toMatch(/^Rename greet to welcome: nothing was changed\..*the command is: idebridge/);
      expect(shown).toContain("+export function welcome(name: string): string {");
      expect(project.read("greet.ts")).toBe(files["greet.ts"]);
      expect(project.locks()).toEqual([]);

      await project.serve();
      using user = await reviewer(project);
      const answer = client.call("rename", rename);
      await user.pending(3);
      for (const name of ["greet.ts", "one.ts", "two.ts"]) await user.accept(name);
      expect(await answer).toContain("the user has accepted it");
    }
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 10_000 });
  });

  test("what is not shared, and all while sharing is paused, is kept back", async () => {
    await using project = new Project({ ...files, ".env": "KEY=greet\n" });
    await project.serve();
    await using client = await connect(project);
    using user = await reviewer(project);
    expect(await client.call("hover", { file: ".env", line: 1 })).toBe(
      "failed: .env is not shared with agents",
    );
    await user.control.request("sharing/pause", { paused: true });
    expect(await client.call("goToDefinition", place)).toBe(
      "failed: The user shares nothing with agents just now",
    );
  });
});

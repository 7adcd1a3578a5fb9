import { type Json, spoil, spoilText } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { rawHttp } from "../../test/workbench/rawHttp.ts";
import { inTime } from "../inTime.ts";
import { hostileRequest } from "./controlRequests.ts";
import { attempt, type Fuzzing, type FuzzTarget } from "./fuzzTarget.ts";
import { Victim } from "./victim.ts";
import { Wire, type WireAddress } from "./wire.ts";

const settings = { notebooks: { enabled: false } };

/** Requests of the control channel, spoilt: each is answered, and reviews of agents are not decided by nonsense. */
export const controlChannel: FuzzTarget = {
  name: "control channel",
  cases: 4_000,
  casesInTests: 250,
  async run(fuzzing) {
    await using victim = await Victim.start({ settings });
    await attackControl(victim, victim.frontEnds, fuzzing);
  },
};

/** The same through the socket of a page that is signed in, with odd requests for pages beside it. */
export const workbench: FuzzTarget = {
  name: "workbench",
  cases: 2_000,
  casesInTests: 150,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    await using victim = await Victim.start({ settings });
    const { address, port } = await signIn(victim);
    const half = { ...fuzzing, cases: cases / 2 };
    await attackControl(victim, address, half);
    for (let count = 0; count < cases / 2; count++) {
      const { path, ...request } = pageRequest(random, port, address.headers);
      await attempt(
        fuzzing,
        () => ({ path, ...request }),
        async () => {
          const answer = await inTime(rawHttp(port, path, request).catch(hangUp), 10_000);
          if (answer === undefined) throw new Error("no answer within 10 s to");
          if (answer.status >= 500) failed(`HTTP ${answer.status} for ${path}`);
        },
      );
    }
    const complaint = await victim.complaint();
    if (complaint !== undefined) failed(complaint);
  },
};

async function attackControl(victim: Victim, address: WireAddress, fuzzing: Fuzzing): Promise<void> {
  const { random, cases, failed } = fuzzing;
  const { folder } = victim.project;
  const { agent, asked } = await pendingReview(victim);
  let wire = await attached(address);
  for (let id = 1; id <= cases; id++) {
    if (!wire.isOpen) wire = await attached(address);
    const message = hostileRequest(id, random, folder);
    const text = random.chance(0.05) ? spoilText(JSON.stringify(message), random) : JSON.stringify(message);
    await attempt(
      fuzzing,
      () => text,
      async () => {
        if (text !== JSON.stringify(message) || "id" in message === false || message.id !== id)
          return wire.send(text);
        const answered = wire.ask(id, text);
        // These wait for the user. Taken back, they end.
        if (/rename|applyAction/.test(JSON.stringify(message.method) ?? "")) wire.cancel(id);
        const answer = await answered;
        if (answer && !("result" in answer) && !answer.error?.message) throw new Error("no proper answer to");
      },
    );
  }
  wire.close();
  agent.close();
  const outcome = await asked;
  if (outcome !== "taken back") failed(`a review was decided by nonsense: ${outcome}`);
  const complaint = await victim.complaint();
  if (complaint !== undefined) failed(complaint);
}

/** One that nobody decides. What is thrown at idebridge names other reviews, or no decision. */
async function pendingReview({ project }: Victim) {
  const agent = await project.agent({ reconnect: false });
  const asked = agent.openDiff({ path: project.path("b.md"), contents: "# changed\n" }).then(
    (result) => JSON.stringify(result),
    () => "taken back",
  );
  return { agent, asked };
}

async function attached(address: WireAddress): Promise<Wire> {
  const wire = await Wire.open(address);
  await wire.ask(
    "attach",
    JSON.stringify({ jsonrpc: "2.0", id: "attach", method: "attach", params: { name: "fuzz" } }),
  );
  return wire;
}

async function signIn(victim: Victim): Promise<{ address: WireAddress; port: number }> {
  const control = await victim.project.control();
  const { url, port } = await control.request("workbench/link", {});
  control.close();
  const body = `ticket=${url.split("#")[1]}`;
  const { headers } = await rawHttp(port, "/enter", { method: "POST", body });
  const Cookie = String(headers["set-cookie"]).split(";")[0]!;
  const page = { Origin: `http://127.0.0.1:${port}`, Cookie };
  const protocols = ["idebridge", `key.${"k".repeat(43)}`];
  return { port, address: { url: `ws://127.0.0.1:${port}/control`, headers: page, protocols } };
}

function pageRequest(random: Random, port: number, page: Readonly<Record<string, string>>) {
  const path = random.pick([
    "/",
    "/enter",
    "/session",
    "/sign-out",
    "/control",
    "/assets/x.js",
    "/assets/../../package.json",
    "/assets/%2e%2e%2f",
    "/assets/..%5c",
    `/${"x".repeat(5_000)}`,
    "/?a=1",
    "//evil.example/",
    "/%",
    "/%00",
    "*",
  ]);
  const headers: Json = { ...(random.chance(0.5) && page) };
  if (random.chance(0.3))
    headers.Host = random.pick([`127.0.0.1:${port}`, "evil.example", "", "127.0.0.1:1", "[::1]"]);
  if (random.chance(0.2)) headers.Cookie = `idebridge-${port}=${random.bytes(20).toString("base64")}; ;=;a`;
  if (random.chance(0.2))
    headers["X-Idebridge-Key"] = random.pick(["", "x", "k".repeat(43), "k".repeat(5_000)]);
  if (random.chance(0.2)) headers["Accept-Encoding"] = random.pick(["br", "gzip;q=nonsense", ",,,", "*"]);
  if (random.chance(0.2))
    headers.Origin = random.pick(["null", "http://evil.example", `http://127.0.0.1:${port}`]);
  if (random.chance(0.1)) headers.Expect = "100-continue";
  const method = random.pick(["GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"]);
  const body =
    method === "POST" || random.chance(0.1)
      ? random.pick(["ticket=x", "ticket", "%", "x".repeat(5_000)])
      : undefined;
  const spoilt = { ...headers };
  if (random.chance(0.1)) spoil(spoilt, random);
  const asText = Object.entries(spoilt).filter(
    ([name, value]) => isHeader(name) && typeof value === "string" && isHeader(value),
  );
  return {
    path,
    method,
    headers: Object.fromEntries(asText) as Record<string, string>,
    ...(body !== undefined && { body }),
  };
}

/** What can be sent at all. */
function isHeader(text: string): boolean {
  return /^[\x21-\x7e][\x20-\x7e]*$/.test(text) && !/[()<>@,;:\\"/[\]?={} ]/.test(text.slice(0, 1));
}

/** A server may hang up on nonsense. */
function hangUp(error: NodeJS.ErrnoException): { status: number } {
  if (error.code !== undefined) return { status: 0 };
  throw error;
}

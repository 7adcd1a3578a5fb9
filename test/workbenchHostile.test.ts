import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { launchChromium } from "./workbench/chromium.ts";
import { rawUpgrade } from "./workbench/rawHttp.ts";
import { ServedWorkbench } from "./workbench/servedWorkbench.ts";

/** Somebody else's server on this machine: shows a page, and remembers the cookies that browsers bring along. */
async function strangersServer() {
  const cookies: string[] = [];
  const server = createServer(({ headers }, response) => {
    if (headers.cookie !== undefined) cookies.push(headers.cookie);
    response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>hostile</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, cookies, [Symbol.dispose]: () => void server.close().closeAllConnections() };
}

/** Everything a page can try, run inside it. Gives what it got. */
const attack = (origin: string, asset: string) => `(async () => {
  const got = {};
  const attempt = async (name, act) => {
    try { got[name] = await act() } catch (error) { got[name] = error.name }
  };
  await attempt("read", async () => (await fetch("${origin}/", { credentials: "include" })).text());
  await attempt("blindly", async () => (await fetch("${origin}/", { credentials: "include", mode: "no-cors" })).type);
  await attempt("post", async () => (await fetch("${origin}/sign-out", { method: "POST", credentials: "include", headers: { "X-Idebridge-Key": "x" } })).status);
  await attempt("socket", () => new Promise((resolve) => {
    const socket = new WebSocket("${origin.replace("http", "ws")}/control", ["idebridge", "key.${"x".repeat(43)}"]);
    socket.onopen = () => resolve("open");
    socket.onclose = () => resolve("closed");
  }));
  await attempt("script", () => new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = "${origin}${asset}";
    script.onload = () => resolve("ran");
    script.onerror = () => resolve("refused");
    document.head.append(script);
  }));
  await attempt("frame", () => new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.src = "${origin}/";
    frame.onload = () => { try { resolve(frame.contentDocument?.title ?? "nothing to see") } catch (error) { resolve(error.name) } };
    document.body.append(frame);
  }));
  return got;
})()`;

test.each([
  ["of another port of this machine", (port: number) => `http://127.0.0.1:${port}`],
  ["of another site", (port: number) => `http://evil.example:${port}`],
])("a hostile page %s, in a browser that is signed in, gets nothing", async (_, address) => {
  await using served = await ServedWorkbench.start();
  using stranger = await strangersServer();
  await using chromium = await launchChromium("--host-resolver-rules=MAP evil.example 127.0.0.1");
  const page = await chromium.context.newPage();
  await page.goto(await served.link());
  await page.getByText("No agent is connected").waitFor();
  const asset = new URL(String(await page.evaluate("document.scripts[0].src"))).pathname;

  const hostile = await chromium.context.newPage();
  await hostile.goto(address(stranger.port));
  expect(await hostile.evaluate(attack(served.origin, asset))).toEqual({
    read: "TypeError",
    blindly: "TypeError",
    post: "TypeError",
    socket: "closed",
    script: "refused",
    frame: "nothing to see",
  });
  // Browsers do bring our cookie to other ports of this machine. It is not enough.
  for (const cookie of stranger.cookies) {
    const headers = { Origin: served.origin, Cookie: cookie };
    const protocols = ["idebridge", `key.${"x".repeat(43)}`];
    expect((await rawUpgrade(served.port, headers, { protocols })).status).toBe(401);
  }
  expect(stranger.cookies.length > 0).toBe(address(1).includes("127.0.0.1"));
});

test("a name that was pointed at this machine gets nothing, and is told so", async () => {
  await using served = await ServedWorkbench.start();
  await using chromium = await launchChromium("--host-resolver-rules=MAP evil.example 127.0.0.1");
  const page = await chromium.context.newPage();
  await page.goto(await served.link());
  await page.getByText("No agent is connected").waitFor();
  const answer = await page.goto(`http://evil.example:${served.port}/`);
  expect([answer?.status(), await page.textContent("body")]).toEqual([
    403,
    "The Host header must be a loopback address\n",
  ]);
});

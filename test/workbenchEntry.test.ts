import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { openInBrowser } from "@idebridge/workbench";
import type { Page } from "playwright-core";
import { expect, test, vi } from "vitest";
import { launchChromium } from "./workbench/chromium.ts";
import { ServedWorkbench } from "./workbench/servedWorkbench.ts";

/** What the page and its console complain about, and which requests told where they came from. */
function watchPage(page: Page) {
  const seen = { problems: [] as string[], referrers: [] as string[] };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.problems.push(message.text());
  });
  page.on("pageerror", (error) => seen.problems.push(String(error)));
  page.on("request", (request) => {
    const { referer } = request.headers();
    if (referer) seen.referrers.push(referer);
  });
  return seen;
}

async function arrive(page: Page, served: ServedWorkbench): Promise<void> {
  await page.waitForURL(`${served.origin}/`);
  await page.getByText("No agent is connected").waitFor();
}

test("a link lets one browser in, once, and leaves a clean address", async () => {
  await using served = await ServedWorkbench.start();
  await using chromium = await launchChromium();
  const page = await chromium.context.newPage();
  const seen = watchPage(page);
  const url = await served.link();
  await page.goto(url);
  await arrive(page, served);
  expect(seen).toEqual({ problems: [], referrers: [] });
  const [cookie, ...others] = await chromium.context.cookies();
  expect([cookie, others]).toEqual([
    expect.objectContaining({
      name: `idebridge-${served.port}`,
      httpOnly: true,
      sameSite: "Strict",
      domain: "127.0.0.1",
    }),
    [],
  ]);
  expect(await page.evaluate("document.cookie")).toBe("");

  const second = await chromium.context.newPage();
  await second.goto(url);
  await second.getByText("This link was used already").waitFor();
});

test("the file that opens the page is the user's alone, and leaves no trace of the ticket", async () => {
  await using served = await ServedWorkbench.start();
  await using chromium = await launchChromium();
  const argumentFile = join(served.root, "arguments");
  const browser = join(served.root, "browser");
  writeFileSync(
    browser,
    `#!/bin/sh\nprintf '%s\\n' "$@" >"${argumentFile}.part"\nmv "${argumentFile}.part" "${argumentFile}"\n`,
  );
  chmodSync(browser, 0o755);

  const link = (await served.ide.openWorkbench()).link({ file: true });
  const ticket = link.url.split("#")[1]!;
  const env = { ...served.env, BROWSER: browser };
  expect(await openInBrowser(link, { env })).toEqual({ outcome: "opened" });
  await vi.waitFor(() => expect(existsSync(argumentFile)).toBe(true), { timeout: 10_000 });
  const told = readFileSync(argumentFile, "utf8");
  expect(told).not.toContain(ticket);
  const file = told.trim();
  expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);

  const page = await chromium.context.newPage();
  const seen = watchPage(page);
  await page.goto(pathToFileURL(file).href);
  await arrive(page, served);
  expect(seen).toEqual({ problems: [], referrers: [] });
  const [cookie] = await chromium.context.cookies();
  await chromium.context.close();
  const history = readFileSync(join(chromium.profile, "Default", "History"), "latin1");
  expect({
    address: history.includes(served.origin),
    ticket: history.includes(ticket),
    cookie: history.includes(cookie!.value),
  }).toEqual({ address: true, ticket: false, cookie: false });
  expect(existsSync(dirname(file))).toBe(false);
});

test("the page comes back by itself when idebridge is started again, until it is signed out", async () => {
  await using served = await ServedWorkbench.start();
  await using chromium = await launchChromium();
  const page = await chromium.context.newPage();
  await page.goto(await served.link());
  await arrive(page, served);
  const { port } = served;
  await served.restart();
  expect(served.port).toBe(port);
  const control = await served.control();
  await control.request("sharing/pause", { paused: true });
  await page
    .getByText(/paused/i)
    .first()
    .waitFor();
  control.close();

  const signOut = `fetch("/sign-out", {
    method: "POST",
    headers: { "X-Idebridge-Key": localStorage.getItem("idebridge-key") },
  }).then(({ status }) => status)`;
  expect(await page.evaluate(signOut)).toBe(204);
  await page.reload();
  await page.getByText("This page opens with a link").waitFor();
  expect(await chromium.context.cookies()).toEqual([]);
});

test("a first visit takes at most 350 KB, a second one next to nothing", async () => {
  await using served = await ServedWorkbench.start({ "a.ts": "const one = 1;\n" });
  await using agent = await served.agent();
  const asked = agent.openDiff({ path: served.path("a.ts"), contents: "const two = 2;\n" });
  asked.catch(() => {});
  await using chromium = await launchChromium();
  const visit = async (url: string) => {
    const page = await chromium.context.newPage();
    const session = await chromium.context.newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await page.goto(url);
    await page.getByText("const two").first().waitFor();
    await page.waitForLoadState("networkidle");
    await page.close();
    return bytes;
  };
  const first = await visit(await served.link());
  const second = await visit(served.origin);
  expect([first, second].map((bytes) => Math.ceil(bytes / 1024))).toSatisfy(
    ([once = 0, again = 0]) => 10 < once && once <= 350 && again < 10,
  );
});

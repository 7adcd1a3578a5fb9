import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { atMost, type Figure } from "../measured/figure.ts";
import { median } from "../measured/statistics.ts";
import type { Workshop } from "./workshop.ts";

const rounds = 7;
const lines = 10_000;
const edits = 500;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

interface Visit {
  readonly firstPaint: number;
  readonly bytes: number;
  readonly largeDiff: number;
  readonly longestTask: number;
}

/** The page in a real browser: how soon it is there, what it weighs, and a large diff. */
export async function workbench(workshop: Workshop): Promise<readonly Figure[]> {
  const { root } = workshop;
  const built = spawnSync(process.execPath, [join(root, "packages", "workbench", "build.mjs")], {
    stdio: "inherit",
  });
  if (built.status !== 0) throw new Error("The page could not be built");
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", headless: true, args: flags });
  const visits: Visit[] = [];
  try {
    for (let round = 0; round < rounds; round++) visits.push(await visit(workshop, browser));
  } finally {
    await browser.close();
  }
  const of = (figure: keyof Visit) => median(visits.map((each) => each[figure]));
  return [
    {
      name: "workbench, first paint",
      aim: atMost(1_000),
      measured: Math.round(of("firstPaint")),
      unit: "ms",
      note: `a browser that was never here, median of ${rounds}`,
    },
    {
      name: "workbench, transferred until a review is shown",
      aim: atMost(350),
      measured: of("bytes") / 1000,
      unit: "KB",
      note: "page, editor, one language, both texts of a small review and a large one",
    },
    {
      name: `workbench, diff of ${lines} lines with ${edits} edits`,
      aim: atMost(500),
      measured: Math.round(of("largeDiff")),
      unit: "ms",
      note: `from the click until it is drawn; the page is busy for ${Math.round(of("longestTask"))} ms at a time at most`,
    },
  ];
}

async function visit(workshop: Workshop, browser: Browser): Promise<Visit> {
  const server = await workshop.start("workbenchServer");
  const pageFolder = join(workshop.root, "packages", "workbench", "dist", "page");
  const { url } = await server.ask<{ url: string }>("start", { pageFolder, lines, edits });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const received = await countBytes(page);
  await page.goto(url);
  await page.getByRole("article").getByText("small.ts").waitFor();
  await page.locator("[data-ready] .hunk-bar").first().waitFor();
  await page.locator(".tok-keyword").first().waitFor();
  const firstPaint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  const bytes = received();
  const { largeDiff, longestTask } = await page.evaluate<{ largeDiff: number; longestTask: number }>(
    openLarge,
  );
  await context.close();
  await server.end();
  return { firstPaint, bytes, largeDiff, longestTask };
}

/** Bytes on the wire of everything, messages of the socket included. */
async function countBytes(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  session.on("Network.webSocketFrameReceived", ({ response }) => (bytes += response.payloadData.length));
  return () => bytes;
}

/** Runs in the page: clicks on the large review and waits until it is drawn. */
const openLarge = `(async () => {
  let longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
  }).observe({ entryTypes: ["longtask"] });
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const textOf = (selector) => document.querySelector(selector)?.textContent ?? "";
  const isShown = () =>
    textOf("#review-title").includes("large.ts") && textOf("[data-ready] .hunk-label").includes("of ${edits}");
  const item = [...document.querySelectorAll(".list-item")].find((each) => each.textContent.includes("large.ts"));
  const started = performance.now();
  item.click();
  while (!isShown()) await frame();
  await frame();
  const largeDiff = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { largeDiff, longestTask };
})()`;

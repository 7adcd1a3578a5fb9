import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Review, type ReviewData } from "@idebridge/review";
import { describe, expect, test, vi } from "vitest";
import { rawHttp, rawUpgrade } from "../workbench/rawHttp.ts";
import { Project } from "./project.ts";
import { propose, serveOnScreen } from "./proposing.ts";

const patient = { timeout: 20_000 };
const key = "k".repeat(43);

/** A browser that only notes down which files it was told to show. */
function notingBrowser(project: Project) {
  const program = project.outside("browser");
  const notes = project.outside("opened");
  writeFileSync(program, `#!/bin/sh\necho "$1" >>"${notes}"\n`);
  chmodSync(program, 0o755);
  return {
    program,
    opened: () => (existsSync(notes) ? readFileSync(notes, "utf8").trim().split("\n") : []),
  };
}

function readEntry(file: string) {
  const html = readFileSync(file, "utf8");
  const [, port] = /127\.0\.0\.1:(\d+)\/enter"/.exec(html)!;
  const [, ticket] = /value="([\w-]+)"/.exec(html)!;
  return { port: Number(port), ticket: ticket! };
}

/** Does what the file does, in a browser that is none. Returns the cookie. */
async function enter(port: number, ticket: string): Promise<string> {
  const answer = await rawHttp(port, "/enter", { method: "POST", body: `ticket=${ticket}` });
  return String(answer.headers["set-cookie"]).split(";")[0]!;
}

function attach(port: number, cookie: string) {
  const headers = { Origin: `http://127.0.0.1:${port}`, Cookie: cookie };
  return rawUpgrade(port, headers, { protocols: ["idebridge", `key.${key}`] });
}

export function testWorkbench(): void {
  describe("idebridge workbench", () => {
    test("tells scripts the link, terminals too, and nobody else", async () => {
      await using project = new Project();
      expect(await project.run("workbench", "--json")).toMatchObject({ code: 3, stdout: "" });
      await project.serve();
      const asked = await project.run("workbench", "--json");
      const link = JSON.parse(asked.stdout) as { url: string; port: number };
      expect([asked.code, link]).toEqual([
        0,
        {
          url: expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:${link.port}/enter#[\\w-]{43}$`)),
          port: expect.any(Number),
          expiresAt: expect.any(String),
        },
      ]);
      const index = await rawHttp(link.port, "/", {
        headers: { Cookie: await enter(link.port, link.url.split("#")[1]!) },
      });
      expect([index.status, index.body.includes('id="app"')]).toEqual([200, true]);

      const piped = await project.run("workbench");
      expect(piped).toEqual({ code: 1, stdout: "", stderr: expect.stringContaining("--json") });
      const terminal = project.startInTerminal(["workbench"], 'SSH_CONNECTION=1 exec "$@"');
      const screen = (await terminal.shows("ssh -L")).replaceAll("\n", "");
      expect(screen).toContain(
        `Open this in your browser, once and soon: http://127.0.0.1:${link.port}/enter#`,
      );
      expect(screen).toContain(`ssh -L ${link.port}:127.0.0.1:${link.port} `);
      expect(await terminal.ended).toMatchObject({ code: 0 });
    });

    test("opens the browser by a file that stays until it was used", async () => {
      await using project = new Project();
      await project.serve();
      const browser = notingBrowser(project);
      const command = project.start(["workbench"], { BROWSER: browser.program });
      expect(await command.ended).toEqual({ code: 0, signal: null });
      expect(command.output).toBe("The workbench opens in your browser.\n");
      const [file] = await vi.waitFor(() => {
        expect(browser.opened()).toHaveLength(1);
        return browser.opened();
      }, patient);
      const { port, ticket } = readEntry(file!);
      expect(await enter(port, ticket)).toMatch(/^idebridge-/);
      expect(existsSync(file!)).toBe(false);
    });

    test("--review browser opens the page at once; it is not opened twice, and comes back after kill -9", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const browser = notingBrowser(project);
      const env = { BROWSER: browser.program };
      const first = project.start(["serve", "--review", "browser"], env);
      const [file] = await vi.waitFor(() => {
        expect(browser.opened()).toHaveLength(1);
        return browser.opened();
      }, patient);
      const { port, ticket } = readEntry(file!);
      expect(first.output).not.toContain(ticket);
      const cookie = await enter(port, ticket);
      const { socket } = await attach(port, cookie);
      socket!.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "attach", params: { name: "browser" } }));
      const told = new Promise<unknown>((resolve) => {
        socket!.on("message", (data) => {
          const { params } = JSON.parse(String(data));
          if (params?.type === "reviewOpened") resolve(params.review.path);
        });
      });
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
      asked.catch(() => {});
      expect(await told).toBe(project.path("a.ts"));
      expect(browser.opened()).toHaveLength(1);

      first.kill("SIGKILL");
      await first.ended;
      const second = project.start(["serve", "--review", "browser"], env);
      await second.printed(/serves/);
      const back = await vi.waitFor(async () => {
        const { status, socket } = await attach(port, cookie);
        expect(status).toBe(101);
        return socket!;
      }, patient);
      back.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "attach", params: { name: "browser" } }));
      // A page that comes back is enough.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      expect(browser.opened()).toHaveLength(1);
      // A link of an idebridge that is gone opens nothing any more.
      expect(await enter(port, ticket)).toBe("undefined");
    });

    test("b in the screen opens it, or tells the link where there is no browser to open", async () => {
      await using project = new Project();
      const browser = notingBrowser(project);
      const screen = project.startInTerminal([], `BROWSER='${browser.program}' exec "$@"`);
      await screen.shows("claude --ide");
      screen.type("b");
      await screen.shows("The workbench opens in your browser");
      await vi.waitFor(() => expect(browser.opened()).toHaveLength(1), patient);
      const remote = project.startInTerminal(["review"], 'SSH_CONNECTION=1 exec "$@"');
      await remote.shows("claude --ide");
      remote.type("b");
      const shown = await remote.shows("Enter brings the screen back.");
      expect(shown).toMatch(/ssh -L (\d+):127\.0\.0\.1:\1 /);
      remote.type("\r");
      await remote.shows(/^(?![\s\S]*Enter brings)[\s\S]*claude --ide/);
    });

    test("the screen and other front ends stay in step, hunk by hunk", async () => {
      const numbered = (...changed: number[]) =>
        Array.from(
          { length: 40 },
          (_, line) => `${changed.includes(line) ? "changed" : "line"} ${line}\n`,
        ).join("");
      await using project = new Project({ "a.ts": numbered() });
      const screen = await serveOnScreen(project);
      await using agent = await project.agent();
      const { asked } = await propose({ project, screen, agent }, "a.ts", numbered(5, 20, 35));
      const other = await project.control("browser");
      const drafts: ReviewData[] = [];
      other.subscribe((event) => {
        if (event.type === "reviewDrafted" && event.draft) drafts.push(event.draft);
      });
      const decisions = (draft: ReviewData) => draft.hunks.map(({ decision }) => decision);
      screen.press("x");
      await expect.poll(() => drafts.map(decisions)).toEqual([["rejected", "undecided", "undecided"]]);
      const [, second, third] = drafts[0]!.hunks;
      const review = Review.from(drafts[0]!).decide(second!.id, "rejected").decide(third!.id, "accepted");
      await other.request("reviews/draft", { id: 1, draft: review.toJSON() });
      await screen.until("A accept 1 of 3");
      screen.press("A");
      expect(await asked).toMatchObject({ outcome: "accepted", contents: numbered(35) });
      other.close();
    });

    test("idebridge run opens the browser when there is something to review", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const browser = notingBrowser(project);
      const program = project.start(["run", "--", "sh", "-c", "echo ready; cat"], {
        BROWSER: browser.program,
      });
      await program.printed(/ready/);
      expect([program.stderr, browser.opened()]).toEqual(["Changes to review open in the browser.\n", []]);
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
      asked.catch(() => {});
      await vi.waitFor(() => expect(browser.opened()).toHaveLength(1), patient);
      program.endInput();
      expect(await program.ended).toEqual({ code: 0, signal: null });
      // It goes with the program.
      expect(existsSync(browser.opened()[0]!)).toBe(false);
    });
  });
}

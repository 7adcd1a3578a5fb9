import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect as connectSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { type RawAnswer, rawHttp, rawUpgrade } from "./workbench/rawHttp.ts";
import { ServedWorkbench } from "./workbench/servedWorkbench.ts";

const key = "k".repeat(43);

/** Comes in as a browser does. Returns the cookie, as it is sent back. */
async function signIn(served: ServedWorkbench): Promise<string> {
  const ticket = (await served.link()).split("#")[1]!;
  const answer = await enter(served, ticket);
  expect(answer.status).toBe(200);
  return String(answer.headers["set-cookie"]).split(";")[0]!;
}

function enter(
  served: ServedWorkbench,
  ticket: string,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return rawHttp(served.port, "/enter", { method: "POST", body: `ticket=${ticket}`, headers });
}

/** The headers of our own page. */
function own(served: ServedWorkbench, cookie: string): Record<string, string> {
  return { Origin: served.origin, Cookie: cookie };
}

const protocols = ["idebridge", `key.${key}`];

let lastId = 0;

/** A page: sends a request of the control channel, and gives what comes back. */
async function ask(socket: WebSocket, method: string, params: object): Promise<Record<string, unknown>> {
  const id = ++lastId;
  socket.setMaxListeners(100);
  const answer = new Promise<Record<string, unknown>>((resolve) => {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as Record<string, unknown>;
      if (message.id === id) resolve(message);
    });
  });
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  return answer;
}

describe("who gets nothing from the workbench", () => {
  let served: ServedWorkbench;
  let cookie: string;
  beforeAll(async () => {
    served = await ServedWorkbench.start({ "a.txt": "one\n" });
    cookie = await signIn(served);
  });
  afterAll(() => served[Symbol.asyncDispose]());

  test("our own page is let in: the others differ from it in one thing each", async () => {
    const index = await rawHttp(served.port, "/", { headers: own(served, cookie) });
    expect([index.status, index.body.includes('id="app"')]).toEqual([200, true]);
    const { status, socket } = await rawUpgrade(served.port, own(served, cookie), { protocols });
    expect(status).toBe(101);
    expect(await ask(socket!, "attach", { name: "browser" })).toMatchObject({
      result: { folders: [served.folder] },
    });
    socket!.close();
  });

  test.each([
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost.evil.example",
    "https://127.0.0.1",
  ])("a page from %s, cookie or not", async (origin) => {
    const headers = { ...own(served, cookie), Origin: origin };
    const get = await rawHttp(served.port, "/", { headers });
    expect([get.status, get.body.includes("app")]).toEqual([403, false]);
    expect((await rawUpgrade(served.port, headers, { protocols })).status).toBe(403);
    const out = await rawHttp(served.port, "/sign-out", {
      method: "POST",
      headers: { ...headers, "X-Idebridge-Key": key },
    });
    expect(out.status).toBe(403);
  });

  test("a page of another port of this machine, which browsers call the same site", async () => {
    const headers = {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-site",
      "Sec-Fetch-Mode": "no-cors",
      "Sec-Fetch-Dest": "script",
    };
    expect((await rawHttp(served.port, "/", { headers })).status).toBe(403);
    const asset = /\/assets\/[\w.-]+\.js/.exec(
      (await rawHttp(served.port, "/", { headers: { Cookie: cookie } })).body,
    )![0];
    expect((await rawHttp(served.port, asset, { headers })).status).toBe(403);
  });

  test("a socket without an Origin, which no browser sends", async () => {
    expect((await rawUpgrade(served.port, { Cookie: cookie }, { protocols })).status).toBe(403);
  });

  test.each([
    "evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "localhost.",
    "0.0.0.0",
    "[::ffff:127.0.0.1]",
  ])("a name that somebody has pointed at 127.0.0.1: %s", async (host) => {
    const headers = { Host: host, Origin: `http://${host}`, Cookie: cookie };
    const get = await rawHttp(served.port, "/", { headers });
    expect([get.status, get.body.includes("app")]).toEqual([403, false]);
    expect((await rawHttp(served.port, "/enter", { headers })).status).toBe(403);
    expect((await rawUpgrade(served.port, headers, { protocols })).status).toBe(403);
  });

  test("a tunnel, whose port is another one, is no stranger", async () => {
    const headers = { Host: "localhost:8080", Origin: "http://localhost:8080", Cookie: cookie };
    expect((await rawHttp(served.port, "/", { headers })).status).toBe(200);
    const { status, socket } = await rawUpgrade(served.port, headers, { protocols });
    expect(status).toBe(101);
    socket!.close();
  });

  test("no cookie, a wrong one, one of another idebridge", async () => {
    await using other = await ServedWorkbench.start();
    const foreign = await signIn(other);
    const renamed = foreign.replace(/^[^=]*/, cookie.split("=")[0]!);
    for (const given of [
      undefined,
      `${cookie.split("=")[0]}=${"A".repeat(43)}`,
      foreign,
      renamed,
      `${cookie}x`,
    ]) {
      const headers: Record<string, string> = {
        Origin: served.origin,
        ...(given !== undefined && { Cookie: given }),
      };
      const get = await rawHttp(served.port, "/", { headers });
      expect([given, get.status, get.body.includes('id="app"')]).toEqual([given, 401, false]);
      expect((await rawUpgrade(served.port, headers, { protocols })).status).toBe(401);
      expect(
        (await rawHttp(served.port, "/session", { headers: { ...headers, "X-Idebridge-Key": key } })).status,
      ).toBe(401);
    }
  });

  test("somebody who has come to see the cookie, but not the key of the page", async () => {
    // A server of another user on this machine sees it, when the browser is led to its port.
    for (const stolen of [[], ["idebridge"], ["idebridge", `key.${"x".repeat(43)}`], [`key.${key}`]]) {
      expect((await rawUpgrade(served.port, own(served, cookie), { protocols: stolen })).status).toBe(401);
    }
    const out = await rawHttp(served.port, "/sign-out", { method: "POST", headers: own(served, cookie) });
    expect(out.status).toBe(401);
  });

  test("a link that was used, is too old, is made up, or comes from another page", async () => {
    const used = (await served.link()).split("#")[1]!;
    expect((await enter(served, used)).status).toBe(200);
    expect((await enter(served, used)).status).toBe(403);
    expect((await enter(served, "x".repeat(43))).status).toBe(403);
    expect((await enter(served, "")).status).toBe(403);
    const fresh = (await served.link()).split("#")[1]!;
    expect((await enter(served, fresh, { Origin: "https://evil.example" })).status).toBe(403);
    // Nor is it used up by that.
    expect((await enter(served, fresh)).status).toBe(200);
    const big = await rawHttp(served.port, "/enter", {
      method: "POST",
      body: `ticket=${"x".repeat(100_000)}`,
    });
    expect(big.status).toBe(403);
  });

  test("a link does not work as an address that is logged, or by GET", async () => {
    const ticket = (await served.link()).split("#")[1]!;
    for (const path of [`/enter?ticket=${ticket}`, `/enter/${ticket}`]) {
      const answer = await rawHttp(served.port, path);
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([404, undefined]);
    }
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])("the method %s", async (method) => {
    const answer = await rawHttp(served.port, "/", { method, headers: own(served, cookie) });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([405, undefined]);
  });

  test("paths that lead out of the page's folder", async () => {
    const paths = [
      "/assets/../index.html",
      "/assets/..%2f..%2fpackage.json",
      "/assets/%2e%2e/%2e%2e/package.json",
      "/assets//etc/passwd",
      "/assets/index.html",
      "/assets/.",
      "/assets/",
      "/assets/main.js%00",
      "/assets/..\\..\\package.json",
      "//etc/passwd",
      "/../../../../etc/passwd",
      "http://127.0.0.1/assets/x.js",
      `${served.folder}/a.txt`,
    ];
    for (const path of paths) {
      const { status, body } = await rawHttp(served.port, path, { headers: own(served, cookie) });
      expect([path, status, body]).toEqual([path, 404, "There is nothing here\n"]);
    }
  });

  test("every answer says what a browser must not do with it", async () => {
    const asset = /\/assets\/[\w.-]+\.js/.exec(
      (await rawHttp(served.port, "/", { headers: { Cookie: cookie } })).body,
    )![0];
    for (const path of ["/", "/enter", "/nothing", "/session", asset]) {
      const { headers } = await rawHttp(served.port, path, { headers: { Cookie: cookie } });
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
        "cache-control": path === asset ? "public, max-age=31536000, immutable" : "no-store",
      });
      const policy = String(headers["content-security-policy"]);
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, body } = await rawHttp(served.port, "/", { headers: { Cookie: cookie } });
        const nonce = /'nonce-([\w-]+)'/.exec(String(headers["content-security-policy"]))![1]!;
        expect(body).toContain(nonce);
        expect(body).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|(?:src|href|action)="(?!\/|data:)/);
        return nonce;
      }),
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("whoever sends endless headers, or slowly, or nothing", async () => {
    const giant = await rawHttp(served.port, "/", { headers: { "X-Giant": "x".repeat(20_000) } });
    expect(giant.status).toBe(431);
    const closedAfter = (text: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connectSocket({ host: "127.0.0.1", port: served.port });
        socket.on("connect", () => socket.write(text));
        socket.on("error", () => {});
        socket.on("data", () => {});
        socket.on("close", () => resolve(true));
      });
    expect(
      await Promise.all([
        closedAfter("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "),
        closedAfter(""),
        closedAfter(
          `POST /enter HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nContent-Length: 100\r\n\r\nticket=`,
        ),
        closedAfter(
          "GET /control HTTP/1.1\r\nHost: evil\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        ),
      ]),
    ).toEqual([true, true, true, true]);
  });

  test("so many at once that there would be no room for us", async () => {
    const crowd = await Promise.all(
      Array.from(
        { length: 150 },
        () =>
          new Promise<ReturnType<typeof connectSocket>>((resolve) => {
            const socket = connectSocket({ host: "127.0.0.1", port: served.port });
            socket.on("error", () => {});
            socket.on("connect", () => resolve(socket));
          }),
      ),
    );
    // Without waiting for them: those that came first have to go, whoever comes last is let in.
    expect((await rawHttp(served.port, "/", { headers: { Cookie: cookie } })).status).toBe(200);
    for (const socket of crowd) socket.destroy();
  });
});

describe("what a page gets of the disk", () => {
  test("files of the workspace, by where their links lead", async () => {
    await using served = await ServedWorkbench.start({
      "a.txt": "one\n",
      ".env": "SECRET=1\n",
      "<img src=x onerror=alert(1)>.txt": "<b>bold</b>",
      "binary.bin": Buffer.from([0, 1, 2, 0]),
      "large.txt": "x".repeat(11 * 1024 * 1024),
    });
    const elsewhere = mkdtempSync(join(tmpdir(), "idebridge-elsewhere-"));
    writeFileSync(join(elsewhere, "secret.txt"), "secret\n");
    mkdirSync(join(elsewhere, "folder"));
    symlinkSync(join(elsewhere, "secret.txt"), served.path("link.txt"));
    symlinkSync(elsewhere, served.path("linked"));
    symlinkSync(served.path("a.txt"), served.path("inside.txt"));
    symlinkSync(served.path(".env"), served.path("plain.txt"));
    const { socket } = await rawUpgrade(served.port, own(served, await signIn(served)), { protocols });
    const problem = async (method: string, params: object) => {
      const { error } = await ask(socket!, method, params);
      return (error as { message?: string } | undefined)?.message
        ?.replaceAll(served.folder, "")
        .replaceAll(served.root, "THE FOLDER ABOVE")
        .replaceAll(elsewhere, "");
    };
    const open = (path: string) => problem("documents/open", { path });
    expect({
      inside: await open(served.path("a.txt")),
      linkInside: await open(served.path("inside.txt")),
      html: await open(served.path("<img src=x onerror=alert(1)>.txt")),
      link: await open(served.path("link.txt")),
      behindLink: await open(served.path("linked/secret.txt")),
      outside: await open(join(elsewhere, "secret.txt")),
      dots: await open(`${served.folder}/../../etc/passwd`),
      relative: await open("a.txt"),
      nul: await open(`${served.folder}/a\0.txt`),
      denied: await open(served.path(".env")),
      deniedByLink: await open(served.path("plain.txt")),
      binary: await open(served.path("binary.bin")),
      large: await open(served.path("large.txt")),
      list: await problem("files/list", { path: served.path("linked") }),
      listAbove: await problem("files/list", { path: join(served.folder, "..") }),
      select: await problem("select", {
        path: served.path("link.txt"),
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
      }),
      mention: await problem("mention", { path: join(elsewhere, "secret.txt") }),
      write: await problem("documents/save", { path: served.path("linked/new.txt") }),
      noPath: await problem("documents/open", { path: { toString: "x" } }),
    }).toMatchInlineSnapshot(`
      {
        "behindLink": "/linked/secret.txt is a link that leads out of the workspace",
        "binary": "/binary.bin is a binary file. Only text can be opened here",
        "denied": "/.env is not shared: it matches a deny pattern",
        "deniedByLink": "/plain.txt is not shared: it matches a deny pattern",
        "dots": "/../../etc/passwd is outside of the workspace",
        "html": undefined,
        "inside": undefined,
        "large": "/large.txt is too large for the browser: 11 MB, at most 10 MB",
        "link": "/link.txt is a link that leads out of the workspace",
        "linkInside": undefined,
        "list": "/linked is a link that leads out of the workspace",
        "listAbove": "THE FOLDER ABOVE is outside of the workspace",
        "mention": "/secret.txt is outside of the workspace",
        "noPath": "A path must be a text",
        "nul": ""/a\\u0000.txt" is not the full path of a file",
        "outside": "/secret.txt is outside of the workspace",
        "relative": ""a.txt" is not the full path of a file",
        "select": "/link.txt is a link that leads out of the workspace",
        "write": "/linked/new.txt is a link that leads out of the workspace",
      }
    `);
    socket!.close();
    rmSync(elsewhere, { recursive: true });
  });
});

test("what is kept on disk tells nobody how to come in", async () => {
  await using served = await ServedWorkbench.start();
  const ticket = (await served.link()).split("#")[1]!;
  const cookie = await signIn(served);
  const { socket } = await rawUpgrade(served.port, own(served, cookie), { protocols });
  socket!.close();
  const state = join(served.root, "state", "idebridge");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" }).map((name) => join(state, name));
  const kept = files.filter((file) => statSync(file).isFile());
  expect(kept.map((file) => file.split("/").at(-1)).sort()).toEqual(["instance.json", "workbench.json"]);
  for (const file of kept) {
    expect(statSync(file).mode & 0o077).toBe(0);
    const text = readFileSync(file, "utf8");
    for (const secret of [ticket, cookie.split("=")[1]!, key]) expect(text).not.toContain(secret);
  }
  for (const file of files.filter((each) => statSync(each).isDirectory()))
    expect(statSync(file).mode & 0o077).toBe(0);
});

test("links and visits end", async () => {
  let now = Date.now();
  await using served = await ServedWorkbench.start({}, { now: () => now });
  const ticket = (await served.link()).split("#")[1]!;
  now += 3 * 60_000;
  expect((await enter(served, ticket)).status).toBe(403);

  const cookie = await signIn(served);
  const visit = () => rawHttp(served.port, "/", { headers: { Cookie: cookie } });
  const day = 24 * 60 * 60_000;
  now += 13 * day;
  const renewed = await visit();
  expect([renewed.status, String(renewed.headers["set-cookie"]).startsWith(`${cookie}; `)]).toEqual([
    200,
    true,
  ]);
  now += 13 * day;
  expect((await visit()).status).toBe(200);
  now += 15 * day;
  expect((await visit()).status).toBe(401);
});

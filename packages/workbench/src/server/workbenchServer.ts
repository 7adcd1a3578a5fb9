import { randomBytes } from "node:crypto";
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { BrowserSession, RememberedWorkbench } from "@idebridge/headless";
import { closeCodes, type Transport } from "@idebridge/sdk/core";
import { acceptUpgrade, Strangers, WebSocketTransport } from "@idebridge/sdk/node";
import { BrowserSessions } from "./browserSessions.ts";
import { type EntryTicket, EntryTickets } from "./entryTickets.ts";
import { PageFiles } from "./pageFiles.ts";
import { isOwnOrigin, refusalOf } from "./requestGate.ts";
import { commonHeaders, pageHeaders } from "./securityHeaders.ts";

export interface WorkbenchServerOptions {
  /** Where the built page is. */
  readonly pageFolder: string;
  /** A page has come that may: everything it says goes to the control channel. */
  attach(transport: Transport): void;
  readonly now?: () => number;
}

const MB = 1024 * 1024;
const mostPages = 50;
/** Sockets that are not pages: their requests, and those of strangers. */
const mostOthers = 50;
const patienceMilliseconds = 5_000;
/** The subprotocol that a page asks for, with its key as a second one: sockets have no other place for it. */
const protocol = "idebridge";
const keyPrefix = "key.";

/** Serves the page on 127.0.0.1 to the browsers of this user, and nobody else. */
export class WorkbenchServer {
  readonly #options: WorkbenchServerOptions;
  readonly #files: PageFiles;
  readonly #tickets: EntryTickets;
  readonly #http: HttpServer;
  readonly #pages = new Map<WebSocketTransport, string>();
  readonly #strangers: Strangers;
  #sessions!: BrowserSessions;
  #port = 0;

  constructor(options: WorkbenchServerOptions) {
    this.#options = options;
    this.#files = new PageFiles(options.pageFolder);
    this.#tickets = new EntryTickets(options.now);
    this.#http = createServer(
      {
        headersTimeout: patienceMilliseconds,
        requestTimeout: patienceMilliseconds,
        connectionsCheckingInterval: patienceMilliseconds / 5,
        keepAliveTimeout: patienceMilliseconds,
        maxHeaderSize: 16 * 1024,
      },
      (request, response) => void this.#answer(request, response),
    );
    // More than may stay: those that have to go need a moment for it.
    this.#http.maxConnections = mostPages + 2 * mostOthers;
    this.#strangers = new Strangers(this.#http, mostOthers);
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket as Socket, head));
  }

  get port(): number {
    return this.#port;
  }

  get knowsBrowsers(): boolean {
    return this.#sessions.hasAny;
  }

  /** On the port of last time if there was one and it is free: pages that are open find us again. */
  async listen(
    last: RememberedWorkbench | undefined,
    remember: (all: RememberedWorkbench) => void,
  ): Promise<void> {
    try {
      await this.#bind(last?.port ?? 0);
    } catch (error) {
      if (last === undefined || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      await this.#bind(0);
    }
    const port = (this.#http.address() as AddressInfo).port;
    this.#port = port;
    this.#sessions = new BrowserSessions({
      port,
      remembered: last?.port === port ? last.sessions : [],
      remember: (sessions) => remember({ port, sessions }),
      ...(this.#options.now && { now: this.#options.now }),
    });
  }

  /** A ticket for one browser. `ended` is called when it is worth nothing any more. */
  issueTicket(ended?: () => void): EntryTicket {
    return this.#tickets.issue(ended);
  }

  async close(): Promise<void> {
    this.#tickets.close();
    const stopped = new Promise<void>((resolve) => this.#http.close(() => resolve()));
    for (const page of this.#pages.keys()) page.close(closeCodes.goingAway, "idebridge has stopped");
    this.#http.closeAllConnections();
    await stopped;
  }

  #bind(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#http.once("error", reject);
      this.#http.listen({ host: "127.0.0.1", port, exclusive: true }, () => {
        this.#http.off("error", reject);
        resolve();
      });
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const refusal = refusalOf(request);
    if (refusal !== undefined) return say(response, 403, refusal);
    const { method, url = "" } = request;
    try {
      if (method === "GET" || method === "HEAD") return await this.#get(url, request, response);
      if (method === "POST" && url === "/enter") return await this.#enter(request, response);
      if (method === "POST" && url === "/sign-out") return this.#signOut(request, response);
      response.setHeader("Allow", "GET, HEAD");
      say(response, 405, "Not allowed");
    } catch {
      say(response, 500, "This did not work");
    }
  }

  async #get(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    if (url === "/") return this.#index(request, response);
    if (url === "/enter") return this.#welcome(request, response, 200, "Opening the workbench…");
    if (url === "/session") return this.#tellSession(request, response);
    const name = /^\/assets\/([\w.-]+)$/.exec(url)?.[1];
    const asset = name === undefined ? undefined : await this.#files.asset(name, headers["accept-encoding"]);
    if (asset === undefined) return say(response, 404, "There is nothing here");
    response.writeHead(200, {
      ...commonHeaders,
      "Content-Type": asset.type,
      "Content-Length": asset.contents.length,
      ...(asset.encoding !== undefined && { "Content-Encoding": asset.encoding }),
      Vary: "Accept-Encoding",
      "Cache-Control": "public, max-age=31536000, immutable",
    });
    response.end(asset.contents);
  }

  #index(request: IncomingMessage, response: ServerResponse): void {
    const { cookie } = request.headers;
    const session = this.#sessions.find(cookie);
    if (session === undefined)
      return this.#welcome(request, response, 401, "This page opens with a link, which works once.");
    const renewed = this.#sessions.renew(session, cookie);
    if (renewed !== undefined) response.setHeader("Set-Cookie", renewed);
    this.#page(request, response, (nonce) => this.#files.index(nonce));
  }

  #page(
    { headers }: IncomingMessage,
    response: ServerResponse,
    html: (nonce: string) => string,
    status = 200,
  ): void {
    const nonce = randomBytes(18).toString("base64url");
    response.writeHead(status, pageHeaders(headers.host ?? "", nonce)).end(html(nonce));
  }

  #welcome(request: IncomingMessage, response: ServerResponse, status: number, message: string): void {
    this.#page(request, response, () => this.#files.enter(message), status);
  }

  /** Ends with a page that goes on by itself: a redirect would be one from elsewhere, and go without the cookie. */
  async #enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ticket = new URLSearchParams(await readBody(request)).get("ticket");
    if (ticket === null || !this.#tickets.use(ticket)) {
      return this.#welcome(request, response, 403, "This link was used already, or is too old.");
    }
    response
      .writeHead(200, {
        ...commonHeaders,
        "Content-Type": "text/html; charset=utf-8",
        "Set-Cookie": this.#sessions.open(),
      })
      .end('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>idebridge</title>');
  }

  /** Sockets do not tell pages why they were refused; this does. */
  #tellSession(request: IncomingMessage, response: ServerResponse): void {
    const isIn = this.#admitted(request, headerKey(request)) !== undefined;
    response.writeHead(isIn ? 204 : 401, commonHeaders).end();
  }

  #signOut(request: IncomingMessage, response: ServerResponse): void {
    const session = isOwnOrigin(request.headers) ? this.#admitted(request, headerKey(request)) : undefined;
    if (session === undefined) return say(response, 401, "Nobody is signed in");
    const gone = this.#sessions.end(session);
    for (const [page, cookie] of this.#pages) {
      if (cookie === session.cookie) page.close(closeCodes.policyViolation, "Signed out");
    }
    response.writeHead(204, { ...commonHeaders, "Set-Cookie": gone, "Clear-Site-Data": '"storage"' }).end();
  }

  #admitted({ headers }: IncomingMessage, key: string | undefined): BrowserSession | undefined {
    const session = this.#sessions.find(headers.cookie);
    return session && this.#sessions.admits(session, key) ? session : undefined;
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // A browser that vanishes during the handshake must not end the process.
    socket.on("error", () => {});
    if (request.url !== "/control") return refuse(socket, 404);
    if (refusalOf(request) !== undefined || !isOwnOrigin(request.headers)) return refuse(socket, 403);
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((each) => each.trim());
    const key = offered.find((each) => each.startsWith(keyPrefix))?.slice(keyPrefix.length);
    const session = offered.includes(protocol) ? this.#admitted(request, key) : undefined;
    if (session === undefined) return refuse(socket, 401);
    if (this.#pages.size >= mostPages) return refuse(socket, 503);
    if (!acceptUpgrade(request, socket, protocol)) return refuse(socket, 400);
    const page = new WebSocketTransport(socket, head, {
      side: "server",
      maxPayload: 256 * MB,
      bufferedBytes: 256 * MB,
      pingMilliseconds: 30_000,
    });
    this.#strangers.known(socket);
    this.#pages.set(page, session.cookie);
    socket.once("close", () => this.#pages.delete(page));
    this.#options.attach(page);
  }
}

function headerKey({ headers }: IncomingMessage): string | undefined {
  const key = headers["x-idebridge-key"];
  return typeof key === "string" ? key : undefined;
}

/** Plain text, whatever is in it. */
function say(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(status, { ...commonHeaders, "Content-Type": "text/plain; charset=utf-8", Connection: "close" })
    .end(`${message}\n`);
}

function refuse(socket: Socket, status: 400 | 401 | 403 | 404 | 503): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // Whoever does not hang up does not keep the place.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

const longestBody = 1024;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) {
    body += chunk;
    if (body.length > longestBody) return "";
  }
  return body;
}

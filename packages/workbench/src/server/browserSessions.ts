import { randomBytes } from "node:crypto";
import type { BrowserSession } from "@idebridge/headless";
import { digest } from "./entryTickets.ts";

export interface BrowserSessionsOptions {
  readonly port: number;
  readonly remembered: readonly BrowserSession[];
  /** Called with all of them whenever that changes. */
  readonly remember: (sessions: readonly BrowserSession[]) => void;
  readonly now?: () => number;
}

const day = 24 * 60 * 60_000;
/** How long a browser stays in without coming back. */
const lifeMilliseconds = 14 * day;
const mostSessions = 20;

/**
 * Who may enter: browsers with a cookie, pages with a key. Browsers send the cookies of 127.0.0.1 to every port there,
 * so a server of somebody else on this machine can come to see ours; the key it cannot, for a page stores it by origin,
 * port included. The first page chooses it.
 */
export class BrowserSessions {
  readonly cookieName: string;
  readonly #options: BrowserSessionsOptions;
  readonly #sessions = new Map<string, BrowserSession>();

  constructor(options: BrowserSessionsOptions) {
    this.#options = options;
    // Cookies do not know ports: without it in the name, two idebridges would sign each other's pages out.
    this.cookieName = `idebridge-${options.port}`;
    for (const session of options.remembered) this.#sessions.set(session.cookie, session);
  }

  get hasAny(): boolean {
    const now = this.#now();
    return [...this.#sessions.values()].some(({ until }) => now < until);
  }

  /** Lets a browser in. Returns the `Set-Cookie` header. */
  open(): string {
    const secret = randomBytes(32).toString("base64url");
    const cookie = digest(secret);
    this.#sessions.set(cookie, { cookie, until: this.#now() + lifeMilliseconds });
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= mostSessions) break;
      this.#sessions.delete(oldest);
    }
    this.#remember();
    return this.#setCookie(secret, lifeMilliseconds / 1000);
  }

  find(cookieHeader: string | undefined): BrowserSession | undefined {
    const secret = this.#secretIn(cookieHeader);
    const session = secret === undefined ? undefined : this.#sessions.get(digest(secret));
    return session && this.#now() < session.until ? session : undefined;
  }

  /** The session has been used: it lasts longer. Returns the `Set-Cookie` header for that, if it is time. */
  renew(session: BrowserSession, cookieHeader: string | undefined): string | undefined {
    const secret = this.#secretIn(cookieHeader);
    const until = this.#now() + lifeMilliseconds;
    if (secret === undefined || until - session.until < day) return undefined;
    this.#sessions.set(session.cookie, { ...session, until });
    this.#remember();
    return this.#setCookie(secret, lifeMilliseconds / 1000);
  }

  /** Whether a page of this session holds the right key. The first one to come says which that is. */
  admits({ cookie }: BrowserSession, key: string | undefined): boolean {
    const session = this.#sessions.get(cookie);
    if (session === undefined || key === undefined || !/^[\w-]{32,128}$/.test(key)) return false;
    if (session.key !== undefined) return session.key === digest(key);
    this.#sessions.set(cookie, { ...session, key: digest(key) });
    this.#remember();
    return true;
  }

  /** Returns the `Set-Cookie` header that removes the cookie. */
  end({ cookie }: BrowserSession): string {
    this.#sessions.delete(cookie);
    this.#remember();
    return this.#setCookie("", 0);
  }

  #secretIn(header: string | undefined): string | undefined {
    const pairs = header?.split(";").map((pair) => pair.trim()) ?? [];
    return pairs.find((pair) => pair.startsWith(`${this.cookieName}=`))?.slice(this.cookieName.length + 1);
  }

  /** Not `Secure`, and hence not `__Host-`: Safari would not store it from http, not even from 127.0.0.1. */
  #setCookie(value: string, seconds: number): string {
    return `${this.cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
  }

  #remember(): void {
    const now = this.#now();
    for (const [cookie, { until }] of this.#sessions) if (until <= now) this.#sessions.delete(cookie);
    this.#options.remember([...this.#sessions.values()]);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

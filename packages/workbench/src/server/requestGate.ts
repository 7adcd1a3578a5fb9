import type { IncomingMessage } from "node:http";

/**
 * Why a request is refused before anything else is looked at; `undefined` if it may go on. Keeps out other pages of the
 * same browser, and names that somebody has pointed at 127.0.0.1.
 */
export function refusalOf({ headers, method, url }: IncomingMessage): string | undefined {
  const { host, origin } = headers;
  if (host === undefined || !isLoopback(host)) return "The Host header must be a loopback address";
  const isEntry = method === "POST" && url === "/enter";
  if (origin !== undefined && !isOwnOrigin(headers) && !(isEntry && origin === "null"))
    return "Requests from other pages are not allowed";
  const site = headers["sec-fetch-site"];
  if (site === undefined || site === "same-origin" || site === "none") return undefined;
  // Somebody may follow a link to us. What the answer then is depends on the cookie, which is not sent along.
  const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
  return isVisit && (method === "GET" || isEntry) ? undefined : "Requests from other pages are not allowed";
}

/** The port is not looked at: behind a tunnel it is another one. */
export function isOwnOrigin({ host, origin }: IncomingMessage["headers"]): boolean {
  return origin !== undefined && origin === `http://${host}`;
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(host);
}

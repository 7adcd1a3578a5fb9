import type { OutgoingHttpHeaders } from "node:http";

/** With every answer, whatever it is. */
export const commonHeaders: OutgoingHttpHeaders = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "Cache-Control": "no-store",
};

/**
 * What a page may do: run our own scripts and talk to us. CodeMirror writes its styles into the page, which takes the
 * nonce. `data:` is for the images that notebooks show.
 */
export function pageHeaders(host: string, nonce: string): OutgoingHttpHeaders {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    // Some browsers do not count sockets as 'self'.
    `connect-src 'self' ws://${host}`,
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    // No text becomes HTML in this page: not by mistake, either. The one policy is for the worker that compares texts.
    "require-trusted-types-for 'script'",
    "trusted-types idebridge-worker",
  ];
  return {
    ...commonHeaders,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy.join("; "),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  };
}

/** What lets CodeMirror add its style sheet although the page forbids inline styles. */
export function pageNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}

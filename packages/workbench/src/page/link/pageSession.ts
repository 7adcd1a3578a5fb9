/**
 * Who this page is to idebridge, besides the cookie. Browsers send the cookies of 127.0.0.1 to every port there; what a
 * page stores is seen by its own port only. The first page that connects chooses the key.
 */
const storageName = "idebridge-key";

function pageKey(): string {
  const stored = localStorage.getItem(storageName);
  if (stored !== null) return stored;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(storageName, key);
  return key;
}

/** The subprotocols to ask for: a socket of a page has no other place for the key. */
export function socketProtocols(): string[] {
  return ["idebridge", `key.${pageKey()}`];
}

/**
 * Why the socket does not open: `"signedOut"` needs a new link (`idebridge workbench`), `"unreachable"` needs patience.
 */
export async function sessionState(): Promise<"signedIn" | "signedOut" | "unreachable"> {
  try {
    const { status } = await fetch("/session", { headers: { "X-Idebridge-Key": pageKey() } });
    return status === 401 ? "signedOut" : "signedIn";
  } catch {
    return "unreachable";
  }
}

/** This browser, all its pages: they need a new link then. */
export async function signOut(): Promise<void> {
  await fetch("/sign-out", { method: "POST", headers: { "X-Idebridge-Key": pageKey() } });
  localStorage.removeItem(storageName);
}

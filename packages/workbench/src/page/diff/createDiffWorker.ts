/** The part of Trusted Types that is needed; TypeScript does not know it yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

/** The page may start this worker only: its security policy refuses everything else. */
export function createDiffWorker(): Worker {
  const url = document.querySelector<HTMLMetaElement>('meta[name="diff-worker"]')?.content ?? "";
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("idebridge-worker", { createScriptURL: (each) => each });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: "module" });
}

import type { LanguageService } from "../languages/languageService.ts";

const milliseconds = 10_000;

/** Resolves when no server is starting any more, or has taken too long for anybody to wait. */
export async function allStarted(languages: LanguageService, signal: AbortSignal): Promise<void> {
  const isStarting = () => languages.infos().some(({ state }) => state === "starting");
  if (!isStarting()) return;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isStarting() && !ending.aborted) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = languages.subscribe(look);
    ending.addEventListener("abort", look, { once: true });
    look();
  });
  signal.throwIfAborted();
}

import { diffTexts } from "@idebridge/review";

/** Compares texts away from the page, which goes on answering keys. */
self.addEventListener("message", ({ data }: MessageEvent<{ id: number; before: string; after: string }>) => {
  self.postMessage({ id: data.id, hunks: diffTexts(data.before, data.after) });
});

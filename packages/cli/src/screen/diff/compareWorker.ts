import { parentPort } from "node:worker_threads";
import { diffTexts } from "@idebridge/review";
import type { CompareRequest } from "./comparer.ts";

/** The other thread: compares what it is sent, one after the other. */
parentPort?.on("message", ({ id, before, after }: CompareRequest) => {
  parentPort?.postMessage({ id, hunks: diffTexts(before, after) });
});
